package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import java.time.Instant;
import java.util.Objects;

/** A consumed record that concerns a session of this partition. */
public sealed interface Input {

  /** The broker's time of the consumed record. */
  Instant at();

  /** A valid artifact was published. */
  record Published(Handoff handoff, Publication publication, RecordOrigin origin, Instant at)
      implements Input {
    public Published {
      Objects.requireNonNull(handoff);
      Objects.requireNonNull(publication);
      Objects.requireNonNull(origin);
      Objects.requireNonNull(at);
    }
  }

  /** The hold of a handoff may be over. */
  record HoldOver(RowKey key, Instant at) implements Input {
    public HoldOver {
      Objects.requireNonNull(key);
      Objects.requireNonNull(at);
    }
  }
}
