package dev.handoffledger.broker;

import java.util.Objects;

/** An {@link EmbeddedBroker} did not start; the message says what a person can do about it. */
public final class BrokerStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What stood in the way. */
  public enum Obstacle {
    /** Another broker, in this process or another, runs on the data folder. */
    FOLDER_IN_USE,
    /** The data folder cannot be created, read or written. */
    FOLDER_NOT_USABLE,
    /** Another program listens on the port. */
    PORT_TAKEN,
    /** The broker itself failed; the cause says how. */
    BROKER_FAILED
  }

  private final Obstacle obstacle;

  BrokerStartException(Obstacle obstacle, String message, Throwable cause) {
    super(message, cause);
    this.obstacle = Objects.requireNonNull(obstacle);
  }

  public Obstacle obstacle() {
    return obstacle;
  }
}
