package dev.handoffledger.schemas.wire;

/** The names of the record headers that the ledger reads and writes. Values are UTF-8 text. */
public final class HandoffHeaders {
  // What a publisher may say.
  public static final String PUBLISHER = "handoff-publisher";
  public static final String REPLY_TO = "handoff-reply-to";
  public static final String CORRELATION_ID = "handoff-correlation-id";
  public static final String IDEMPOTENCY_KEY = "handoff-idempotency-key";
  public static final String CLAIM_TOKEN = "handoff-claim-token";
  public static final String TRACEPARENT = "traceparent";
  public static final String CONTENT_TYPE = "content-type";

  /**
   * The schema id that newer Schema Registry clients write beside the value instead of in front of
   * it. Alone among the headers it is binary; as text it stands as lower-case hex.
   */
  public static final String VALUE_SCHEMA_ID = "__value_schema_id";

  // What the ledger derives; every one of them is in the chain.
  public static final String FACT = "handoff-fact";
  public static final String SEQ = "handoff-seq";
  public static final String ID = "handoff-id";
  public static final String RECORDED_AT = "handoff-recorded-at";
  public static final String FORMAT = "handoff-format";
  public static final String KIND = "handoff-kind";
  public static final String NATURAL_KEY = "handoff-natural-key";
  public static final String TIME = "handoff-time";
  public static final String ROLES = "handoff-roles";
  public static final String LINK = "handoff-link";
  public static final String SUCCESSION = "handoff-succession";
  public static final String STATUS = "handoff-status";
  public static final String WARNINGS = "handoff-warnings";
  public static final String RAW_SHA256 = "handoff-raw-sha256";
  public static final String PROJECT = "handoff-project";
  public static final String ISSUE = "handoff-issue";
  public static final String REGISTRY_SCHEMA_ID = "handoff-registry-schema-id";
  public static final String SUPERSEDES = "handoff-supersedes";
  public static final String ANSWER = "handoff-answer";
  public static final String SUPERSEDED_BY = "handoff-superseded-by";
  public static final String LEASE = "handoff-lease";

  /** Commits to every other header, the key and the value; alone outside the chain. */
  public static final String CHAIN = "handoff-chain";

  // On role topics and in quarantine, beside what the recorded fact carries.
  public static final String SESSION = "handoff-session";
  public static final String ROLE = "handoff-role";
  public static final String ROUTED = "handoff-routed";

  /** On the topic of {@code human}: the value is a notice of the ledger's own, no artifact. */
  public static final String NOTICE = "handoff-notice";

  // On handoff.rejected.
  public static final String REASON = "handoff-reason";
  public static final String POINTER = "handoff-pointer";
  public static final String PROBLEMS = "handoff-problems";
  public static final String ERROR_TOPIC = "__streams.errors.topic";
  public static final String ERROR_PARTITION = "__streams.errors.partition";
  public static final String ERROR_OFFSET = "__streams.errors.offset";
  public static final String ERROR_MESSAGE = "__streams.errors.message";
  public static final String ERROR_STACKTRACE = "__streams.errors.stacktrace";

  // On handoff.relay.
  public static final String RELAY = "handoff-relay";
  public static final String ORIGIN_KEY = "handoff-origin-key";
  public static final String ORIGIN_TOPIC = "handoff-origin-topic";
  public static final String ORIGIN_PARTITION = "handoff-origin-partition";
  public static final String ORIGIN_OFFSET = "handoff-origin-offset";
  public static final String ORIGIN_TIMESTAMP = "handoff-origin-timestamp";

  private HandoffHeaders() {}
}
