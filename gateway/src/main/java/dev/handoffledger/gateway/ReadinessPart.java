package dev.handoffledger.gateway;

import java.util.Objects;

/**
 * One thing that must work before the ledger can serve.
 *
 * @param name stable, for example {@code projections}
 * @param sentence for people: how it stands, and what is missing if it is not ready
 */
public record ReadinessPart(String name, boolean ready, String sentence) {
  public ReadinessPart {
    Objects.requireNonNull(name);
    Objects.requireNonNull(sentence);
  }
}
