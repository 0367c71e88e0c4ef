package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.internal.Timestamps;
import java.util.List;
import java.util.Optional;

/**
 * LoopOps issue handoff packet v2. A packet that somebody publishes is recorded in its issue's
 * session; it is for nobody, and nothing is folded from it.
 */
public final class LoopOpsPacketFormat extends SingleKindFormat {
  private static final Kind HANDOFF_PACKET = new Kind(LoopOps.NAME, "handoff_packet");

  LoopOpsPacketFormat(SchemaLibrary library) {
    super(HANDOFF_PACKET, library.compile(SchemaLibrary.read("loopops-handoff-packet.v2.json")));
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("loopops-packet");
  }

  @Override
  public String mark() {
    return "\"packet\" (LoopOps packet)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return document.has("packet");
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    problems.identifier("/project/project_id");
    problems.identifier("/issue/id");
    // Ours: the schema takes any text, but a packet needs its place in time.
    JsonNode time = document.path("generated_at");
    if (time.isTextual() && Timestamps.parse(time.textValue()).isEmpty()) {
      problems.add(
          Reason.BAD_TIMESTAMP,
          timePointer(),
          "This must be a real date-time with T and an offset, for example 2026-04-14T09:00:07Z.");
    }
    return problems.list();
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return LoopOps.session(document);
  }

  @Override
  public String naturalKeyPointer() {
    return "";
  }

  @Override
  public String timePointer() {
    return "/generated_at";
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    return new HandoffBuilder(kind, id(document), session(document).orElseThrow(), artifact)
        .time(document.path("generated_at"))
        .build();
  }
}
