package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.schemas.fact.Fact;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A fact as clients are told of it. What all of them need to know of it is found out once, and by
 * whoever needs it first.
 */
public final class LedgerEvent {
  private final FactView view;
  private volatile HandoffTags.Tags tags;
  private volatile Optional<String> root;
  private volatile byte[] data;

  LedgerEvent(FactView view) {
    this.view = Objects.requireNonNull(view);
  }

  /** The fact without its value, and where the ledger has it. */
  public FactView view() {
    return view;
  }

  Fact fact() {
    return view.fact();
  }

  long offset() {
    return view.offset();
  }

  HandoffTags.Tags tags(HandoffTags known) {
    HandoffTags.Tags found = tags;
    if (found == null) {
      found = known.of(fact());
      tags = found;
    }
    return found;
  }

  /** The root of the chain that its handoff is in. */
  // Three states, of which "not asked yet" is one.
  @SuppressWarnings("OptionalAssignedToNull")
  Optional<String> root(Function<String, Optional<String>> roots) {
    Optional<String> found = root;
    if (found == null) {
      found = roots.apply(fact().handoffId());
      root = found;
    }
    return found;
  }

  /** Its JSON, without a line break. */
  byte[] data(Supplier<byte[]> write) {
    byte[] written = data;
    if (written == null) {
      written = write.get();
      data = written;
    }
    return written;
  }
}
