package dev.handoffledger.schemas;

import dev.handoffledger.schemas.wire.RecordSizes;

/** What an artifact may hold at most. */
public final class Limits {
  public static final int MAX_ARTIFACT_BYTES = RecordSizes.MAX_ARTIFACT_BYTES;
  public static final int MAX_DEPTH = 64;
  public static final int MAX_STRING_CHARS = 1_000_000;
  public static final int MAX_NUMBER_CHARS = 64;
  public static final int MAX_NAME_CHARS = 1_024;
  public static final int MAX_TOKENS = 200_000;

  /** Of an id or a role, in UTF-8. */
  public static final int MAX_ID_BYTES = 512;

  /** More problems than this are not listed. */
  public static final int MAX_PROBLEMS = 50;

  private Limits() {}
}
