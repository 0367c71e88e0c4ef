package dev.handoffledger.schemas.format;

import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.List;

/**
 * A format's JSON Schema, as those who write artifacts may read it.
 *
 * @param name short, of letters and dashes
 * @param title what it is of
 * @param text the schema
 * @param references the schemas that it refers to
 */
public record PublishedSchema(String name, String title, String text, List<Reference> references) {

  public PublishedSchema {
    references = List.copyOf(references);
  }

  /**
   * A schema that another one refers to.
   *
   * @param uri what stands in {@code $ref}, without its fragment
   */
  public record Reference(String uri, PublishedSchema schema) {}

  /** The schemas of the formats, and what they refer to. */
  public static List<PublishedSchema> all() {
    PublishedSchema kxmCommon =
        read("kxm-common", "what the KXM manifest refers to", "common.schema.json");
    return List.of(
        read("codelens", "CodeLens handoff artifact v1", "codelens-handoff-artifact.v1.json"),
        read("cortex", "Cortex agent handoff", "cortex-agent-handoff.json"),
        read(
            "kxm",
            "KXM handoff manifest v1",
            "kxm-handoff-manifest.v1.json",
            new Reference("common.schema.json", kxmCommon)),
        kxmCommon,
        read("ace", "ACE agent-state handoff 1.0.0", "ace-agent-state-handoff.1.0.0.json"),
        read("loopops-packet", "LoopOps packet v2", "loopops-handoff-packet.v2.json"),
        read("loopops-event", "LoopOps events v1", "loopops-event.v1.json"));
  }

  /**
   * The schema of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static PublishedSchema named(String name) {
    return all().stream()
        .filter(schema -> schema.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no schema is called " + name));
  }

  private static PublishedSchema read(
      String name, String title, String file, Reference... references) {
    return new PublishedSchema(
        name, title, SchemaLibrary.read(file).toString(), List.of(references));
  }
}
