package dev.handoffledger.schemas.wire;

/**
 * How many bytes may travel. What comes in is held to less than what goes out, by the room that the
 * ledger's own headers need, so that no accepted artifact makes a record too large to write.
 */
public final class RecordSizes {
  /** The largest artifact. */
  public static final int MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;

  /** The largest record on an inbound topic: an artifact, its envelope and its headers. */
  public static final int MAX_INBOUND_RECORD_BYTES = MAX_ARTIFACT_BYTES + 256 * 1024;

  /** The largest record on any other topic. */
  public static final int MAX_RECORD_BYTES = 6 * 1024 * 1024;

  private RecordSizes() {}
}
