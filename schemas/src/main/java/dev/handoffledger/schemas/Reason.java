package dev.handoffledger.schemas;

import java.util.Locale;

/** Why an artifact was refused: the stable codes that agents may rely on. */
public enum Reason {
  NOT_JSON,
  TOO_LARGE,
  TOO_DEEP,
  DUPLICATE_KEY,
  UNKNOWN_FORMAT,
  UNKNOWN_KIND,
  WRONG_TOPIC,
  SCHEMA_VIOLATION,
  BAD_TIMESTAMP,
  /** A rule that the format states beyond its schema. */
  RULE_VIOLATION,
  /** Says where a {@link #RULE_VIOLATION} is a text without a visible character. */
  BLANK_FIELD,
  KIND_PAYLOAD_MISMATCH,
  WRONG_PARENT_KIND,
  SELF_PARENT,
  CONTRADICTION,
  CONFLICTING_ID,
  ILLEGAL_TRANSITION,
  UNSAFE_NUMBER,
  SECRET_FOUND,
  INTERNAL_ERROR;

  /** The code as it stands on the wire, for example {@code schema_violation}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The reason whose {@link #code()} this is.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Reason ofCode(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }
}
