package dev.handoffledger.bench.micro;

import dev.handoffledger.processor.decide.Candidate;
import dev.handoffledger.processor.decide.HandoffRow;
import dev.handoffledger.processor.decide.HeldHandoff;
import dev.handoffledger.processor.decide.LeaseRow;
import dev.handoffledger.processor.decide.LedgerState;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.ReferenceRow;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Lanes;
import dev.handoffledger.schemas.wire.Child;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A write side that holds nothing yet and has every session. */
enum EmptyLedger implements LedgerState, Lanes {
  INSTANCE;

  @Override
  public boolean isLocal(String session) {
    return true;
  }

  @Override
  public SessionHead head(String session) {
    return SessionHead.EMPTY;
  }

  @Override
  public Optional<HandoffRow> handoff(RowKey key) {
    return Optional.empty();
  }

  @Override
  public Optional<LeaseRow> lease(RowKey key) {
    return Optional.empty();
  }

  @Override
  public Lanes lanes() {
    return this;
  }

  @Override
  public List<Candidate> candidatesUpTo(String session, String kind, Instant time, int atMost) {
    return List.of();
  }

  @Override
  public List<Candidate> candidatesAfter(String session, String kind, Instant time, int atMost) {
    return List.of();
  }

  @Override
  public Optional<String> idByRawHash(String session, String kind, String rawHash) {
    return Optional.empty();
  }

  @Override
  public Optional<String> criteria(RowKey key) {
    return Optional.empty();
  }

  @Override
  public Optional<ReferenceRow> reference(Reference reference) {
    return Optional.empty();
  }

  @Override
  public List<ReferenceRow> referencesBetween(
      String session, String kind, Instant from, Instant to) {
    return List.of();
  }

  @Override
  public List<ReferenceRow> referencesToHash(String session, String kind, String hash) {
    return List.of();
  }

  @Override
  public List<ReferenceRow> referencesToNaturalKey(String session, String naturalKey) {
    return List.of();
  }

  @Override
  public List<Reference> unjudgedReferences(String session, String kind) {
    return List.of();
  }

  @Override
  public Optional<Reference> awaiting(RowKey child) {
    return Optional.empty();
  }

  @Override
  public List<Child> siblings(RowKey parent, String kind) {
    return List.of();
  }

  @Override
  public Optional<HeldHandoff> held(RowKey key) {
    return Optional.empty();
  }

  @Override
  public Optional<Entry> before(Lane lane, LanePosition position) {
    return Optional.empty();
  }

  @Override
  public Optional<Entry> after(Lane lane, LanePosition position) {
    return Optional.empty();
  }
}
