package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.CanonicalJson;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.SiblingCompletion;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.WorkRejection;
import java.util.List;
import java.util.Optional;

/**
 * One published format: what the ledger must know of it beyond its schema. A further format is one
 * implementation, one schema and one line in {@link Formats}.
 *
 * <p>Every method is a pure function of its arguments. Those that take a document get an object
 * that may break the schema, unless they say otherwise.
 */
public interface HandoffFormat {

  /** The name that starts every session of the format, for example {@code codelens}. */
  String name();

  /** Every kind of the format. */
  List<Kind> kinds();

  /** The schema of all its kinds, as it is published. */
  PublishedSchema schema();

  /** What a document needs to be recognized, as the end of a sentence for an agent. */
  String mark();

  /** Whether a document that came without a topic claims to be of this format. */
  boolean recognizes(JsonNode document);

  /** The kind that the document states, or empty if it states none that the format has. */
  Optional<Kind> kindOf(JsonNode document);

  /**
   * Every violation of the schema, and of the format's own timestamps.
   *
   * @param kind the kind to hold it against, or null if it states none that the format has
   */
  List<Problem> schemaProblems(JsonNode document, Kind kind);

  /** Every violation of a rule beyond the schema. Members of the wrong type are passed over. */
  List<Problem> ruleProblems(JsonNode document);

  /** The session that the document names, or empty if its correlation id is absent or no text. */
  Optional<String> session(JsonNode document);

  /** The handoff's id: {@code sha256:} and the hash of what of the document never changes. */
  default String id(JsonNode document) {
    return "sha256:" + Sha256.hex(CanonicalJson.bytes(document));
  }

  /** Where the natural key stands; empty for a format without. */
  String naturalKeyPointer();

  /** Where the artifact's own time stands. */
  String timePointer();

  /** What the artifact says of itself. The document has no problem. */
  Handoff handoff(JsonNode document, Kind kind, byte[] artifact);

  /** Whether {@link #warningsOfLink} ever has anything to say. */
  default boolean judgesLinks() {
    return false;
  }

  /**
   * What a parent and the handoff that answers it together give reason to warn of; pointers are
   * into the answer.
   *
   * @param criteria the parent's {@link Handoff#criteria()}
   * @param evidence the answer's {@link Handoff#evidence()}
   */
  default List<Warning> warningsOfLink(JsonNode criteria, JsonNode evidence) {
    return List.of();
  }

  /** Whether {@link #requiredCapabilities} ever lists any. */
  default boolean asksForCapabilities() {
    return false;
  }

  /** What whoever claims it must be able to do. The document has no problem. */
  default List<String> requiredCapabilities(JsonNode document) {
    return List.of();
  }

  /** Whether a handoff may name a parent in another session. */
  default boolean linksSessions() {
    return false;
  }

  /** Every status that a handoff may have; none in a format without. */
  default List<String> statuses() {
    return List.of();
  }

  /** Whether {@link #rejection} ever finds one. */
  default boolean rejectsWork() {
    return false;
  }

  /**
   * (ours) What the handoff says against the work it is about, if it rejects it. The document has
   * no problem.
   *
   * @param status the status that the handoff has by now, which may be another than its document
   *     states; null in a format without
   */
  default Optional<WorkRejection> rejection(JsonNode document, String status) {
    return Optional.empty();
  }

  /** (ours) Whether a round of work on what was rejected starts with it. It has no problem. */
  default boolean startsLoopRound(JsonNode document) {
    return false;
  }

  /**
   * (ours) How far the handoff shows that its round of work has come, in one of the format's words;
   * empty if it shows nothing. The document has no problem.
   *
   * @param status as of {@link #rejection}
   */
  default Optional<String> loopStage(JsonNode document, String status) {
    return Optional.empty();
  }

  /** The rule by which one answer to a handoff completes others, if the format has one. */
  default Optional<SiblingCompletion> siblingCompletion() {
    return Optional.empty();
  }
}
