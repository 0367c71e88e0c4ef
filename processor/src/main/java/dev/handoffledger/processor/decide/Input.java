package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.time.Instant;
import java.util.Objects;

/** A consumed record that concerns a session of this partition. */
public sealed interface Input {

  /** Where the record stands. */
  RecordOrigin origin();

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

  /**
   * Somebody wants something of a lease.
   *
   * @param publication the command as it was published
   */
  record Commanded(Command command, Publication publication, RecordOrigin origin, Instant at)
      implements Input {
    public Commanded {
      Objects.requireNonNull(command);
      Objects.requireNonNull(publication);
      Objects.requireNonNull(origin);
      Objects.requireNonNull(at);
    }
  }

  /** The processor told itself something. */
  record Relayed(RelayEnvelope envelope, RecordOrigin origin, Instant at) implements Input {
    public Relayed {
      Objects.requireNonNull(envelope);
      Objects.requireNonNull(origin);
      Objects.requireNonNull(at);
    }
  }
}
