package dev.handoffledger.processor.decide;

/** Decides what becomes of an input. Pure: the same state and input give the same decision. */
@FunctionalInterface
public interface Decide {
  Decision decide(LedgerState state, Input input);
}
