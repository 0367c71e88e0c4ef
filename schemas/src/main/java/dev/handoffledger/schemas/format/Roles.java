package dev.handoffledger.schemas.format;

import dev.handoffledger.schemas.internal.WhiteSpace;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The names of roles as the ledger writes them: NFC and trimmed, each once. */
public final class Roles {
  /** A person. What agents cannot settle is for this role, whomever it was for before. */
  public static final String HUMAN = "human";

  private Roles() {}

  /** The roles in order; null stands for none. */
  static List<String> of(String... roles) {
    return Arrays.stream(roles)
        .filter(Objects::nonNull)
        .map(role -> WhiteSpace.trim(Normalizer.normalize(role, Normalizer.Form.NFC)))
        .distinct()
        .toList();
  }
}
