package dev.handoffledger.projections;

import dev.handoffledger.projections.internal.ProjectionRuntime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The read side of the ledger, in this process. Reads {@code handoff.ledger} and {@code
 * handoff.rejected}, writes, beside its own topics, the packets of issues to {@code
 * handoff.packets}, and answers {@link #queries()}.
 */
public final class ProjectionsApp implements AutoCloseable {
  private final ProjectionsConfig config;
  private ProjectionRuntime runtime;
  private boolean closed;

  public ProjectionsApp(ProjectionsConfig config) {
    this.config = Objects.requireNonNull(config);
  }

  /**
   * Starts to read the ledger. Returns before the stores can answer: see {@link #ready()}.
   *
   * @throws IllegalStateException if it was started or closed before, or if the ledger's topics do
   *     not exist
   * @throws NotAvailableException if Kafka does not answer
   */
  public synchronized void start() {
    if (runtime != null || closed) {
      throw new IllegalStateException("the projections start once");
    }
    runtime = new ProjectionRuntime(config);
  }

  /**
   * The questions.
   *
   * @throws IllegalStateException if it was not started
   */
  public LedgerQueries queries() {
    return started().queries();
  }

  /**
   * As {@link #queries()}, but while a partition moves to another instance, a standby answers for
   * it, which may lack the newest facts; {@link #standbyReads()} tells whether one did. What is not
   * found then may well exist.
   *
   * @throws IllegalStateException if it was not started
   */
  public LedgerQueries standbyQueries() {
    return started().standbyQueries();
  }

  /**
   * Tells of the answers that {@link #standbyQueries()} has from standbys.
   *
   * @throws IllegalStateException if it was not started
   */
  public StandbyReads standbyReads() {
    return started().standbyReads();
  }

  /** Whether it has stopped by itself, for good: its threads failed too often. */
  public boolean failed() {
    ProjectionRuntime running = runtime();
    return running != null && running.failed();
  }

  /**
   * What this instance answers the other instances of the same projection.
   *
   * @throws IllegalStateException if it was not started
   */
  public PeerQuestions peerQuestions() {
    return started().peerQuestions();
  }

  /**
   * Whether every store can answer and tells of all that the ledger held when this started. May
   * turn false again, while partitions move or for good after too many failures.
   */
  public boolean ready() {
    return obstacle().isEmpty();
  }

  /** What keeps it from being ready, as a sentence for people; empty if it is. */
  public Optional<String> obstacle() {
    ProjectionRuntime running = runtime();
    return running == null ? Optional.of("The projections are not started.") : running.obstacle();
  }

  /**
   * Figures by name (in snake case, with their unit) and Prometheus labels, if any; those that end
   * in {@code _total} grow.
   */
  public Map<String, Double> metrics() {
    return started().metrics();
  }

  /** Stops reading; the stores stay on disk. Idempotent. */
  @Override
  public synchronized void close() {
    if (!closed && runtime != null) {
      runtime.close();
    }
    closed = true;
  }

  private ProjectionRuntime started() {
    ProjectionRuntime running = runtime();
    if (running == null) {
      throw new IllegalStateException("the projections are not started");
    }
    return running;
  }

  private synchronized ProjectionRuntime runtime() {
    return runtime;
  }
}
