package dev.handoffledger.gateway.internal;

import java.util.Optional;

/**
 * The handoffs that a claim with an idempotency key has been tried on, one after the other, for all
 * gateways and across their restarts. Only the last may have been granted: each of the others was
 * refused before the next was tried.
 */
final class ClaimAttempts {
  private final Idempotency idempotency;
  private final String key;
  private int made;
  private String last;

  /**
   * @param key the claim's idempotency key, or null; without one nothing is kept
   */
  ClaimAttempts(Idempotency idempotency, String key) {
    this.idempotency = idempotency;
    this.key = key;
    if (key != null) {
      for (Optional<String> next = at(1); next.isPresent(); next = at(made + 1)) {
        last = next.get();
        made++;
      }
    }
  }

  /** The id of the handoff that was tried last by an earlier request of the same key. */
  Optional<String> last() {
    return Optional.ofNullable(last);
  }

  /**
   * Notes the next try.
   *
   * @return the id of the handoff to try: the candidate, or another if the same request is worked
   *     on elsewhere
   */
  String next(String candidate) throws InterruptedException {
    if (key == null) {
      return candidate;
    }
    made++;
    return idempotency.bind(name(made), candidate);
  }

  private Optional<String> at(int number) {
    return idempotency.value(name(number));
  }

  // A key of a client has no space, so that none is taken for one of these.
  private String name(int number) {
    return key + " " + number;
  }
}
