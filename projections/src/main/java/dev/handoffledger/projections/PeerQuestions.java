package dev.handoffledger.projections;

/**
 * What one instance of the projections answers another, which reads here what it does not have
 * itself. Whoever serves HTTP for this instance passes on what is posted to {@link #PATH} at the
 * address of {@link Sharing#address()}. It is for the other instances alone: bytes whose form may
 * change with every version.
 */
public interface PeerQuestions {
  String PATH = "/internal/projections";

  /** No question is longer. */
  int MAX_BYTES = 64 * 1024;

  /**
   * Answers from the stores of this instance alone; never asks another.
   *
   * @throws NotAvailableException while the stores cannot answer
   * @throws IllegalArgumentException if these bytes are no question
   */
  byte[] answer(byte[] question) throws InterruptedException;
}
