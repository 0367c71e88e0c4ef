package dev.handoffledger.projections;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** What the instances of a projection know each other by. It is never printed. */
public final class PeerSecret {
  /** Fewer characters could be guessed. */
  public static final int LEAST_CHARACTERS = 16;

  private static final String SCHEME = "Bearer ";

  private final String secret;

  /**
   * @throws IllegalArgumentException if it is shorter than {@link #LEAST_CHARACTERS}, or has other
   *     characters than visible ASCII ones, which no HTTP header carries unchanged
   */
  public PeerSecret(String secret) {
    if (secret.length() < LEAST_CHARACTERS) {
      throw new IllegalArgumentException(
          "the secret of the peers has fewer than %d characters: take a longer one"
              .formatted(LEAST_CHARACTERS));
    }
    if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the secret of the peers has characters that are not visible ASCII: take letters and"
              + " digits");
    }
    this.secret = secret;
  }

  /** The {@code Authorization} header of who knows it. */
  public String authorization() {
    return SCHEME + secret;
  }

  /**
   * Whether a header shows that its sender knows the secret. How long this takes tells nothing of
   * it.
   *
   * @param authorization null if there was none
   */
  public boolean isShownBy(String authorization) {
    return authorization != null
        && MessageDigest.isEqual(
            authorization().getBytes(StandardCharsets.UTF_8),
            authorization.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
