package dev.handoffledger.schemas.format;

import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.List;

/**
 * A format's JSON Schema, as those who write artifacts may read it.
 *
 * @param name short, of letters and dashes
 * @param title what it is of
 * @param text the schema
 */
public record PublishedSchema(String name, String title, String text) {

  /** The schemas of the formats, and what they refer to. */
  public static List<PublishedSchema> all() {
    return List.of(
        read("codelens", "CodeLens handoff artifact v1", "codelens-handoff-artifact.v1.json"),
        read("cortex", "Cortex agent handoff", "cortex-agent-handoff.json"),
        read("kxm", "KXM handoff manifest v1", "kxm-handoff-manifest.v1.json"),
        read("kxm-common", "what the KXM manifest refers to", "common.schema.json"),
        read("ace", "ACE agent-state handoff 1.0.0", "ace-agent-state-handoff.1.0.0.json"),
        read("loopops-packet", "LoopOps packet v2", "loopops-handoff-packet.v2.json"),
        read("loopops-event", "LoopOps events v1", "loopops-event.v1.json"));
  }

  private static PublishedSchema read(String name, String title, String file) {
    return new PublishedSchema(name, title, SchemaLibrary.read(file).toString());
  }
}
