package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.List;

/**
 * Which handoff a declared parent means: a pure function of the candidates in the parent's session,
 * so that the final link does not depend on the order of arrival.
 */
final class Links {
  private Links() {}

  /**
   * Resolves a reference among the candidates of now.
   *
   * @param holdOver whether no better candidate is waited for any more
   */
  static Link resolve(Draft draft, Reference reference, boolean holdOver) {
    ParentReference parent = reference.parent();
    if (parent.naturalKey() != null) {
      return draft
          .handoff(new RowKey(parent.session(), parent.naturalKey()))
          .map(row -> Link.linked(parent, row.id(), false, false))
          .orElse(Link.pending(parent));
    }
    return parent.hash() != null
        ? byHash(draft, reference, holdOver)
        : byTime(draft, reference, holdOver);
  }

  private static Link byHash(Draft draft, Reference reference, boolean holdOver) {
    ParentReference parent = reference.parent();
    String id = "sha256:" + parent.hash();
    boolean canonical =
        draft
            .handoff(new RowKey(parent.session(), id))
            .filter(row -> row.kind().equals(parent.kind()))
            .isPresent();
    if (canonical) {
      return Link.linked(parent, id, true, false);
    }
    return draft
        .state()
        .idByRawHash(parent.session(), parent.kind(), parent.hash())
        .map(raw -> Link.linked(parent, raw, true, false))
        .orElseGet(
            () ->
                holdOver && hasCandidate(draft, reference)
                    ? Link.mismatch(parent)
                    : Link.pending(parent));
  }

  private static boolean hasCandidate(Draft draft, Reference reference) {
    ParentReference parent = reference.parent();
    return draft.candidatesUpTo(parent.session(), parent.kind(), Instant.MAX, 2).stream()
        .anyMatch(candidate -> !candidate.id().equals(reference.child().id()));
  }

  private static Link byTime(Draft draft, Reference reference, boolean holdOver) {
    ParentReference parent = reference.parent();
    List<Candidate> notAfter = newest(draft, reference, reference.child().time());
    if (!notAfter.isEmpty()) {
      return choose(parent, notAfter);
    }
    if (!holdOver) {
      return Link.pending(parent);
    }
    List<Candidate> after =
        draft.candidatesAfter(parent.session(), parent.kind(), reference.child().time(), 1);
    return after.isEmpty()
        ? Link.pending(parent)
        : choose(parent, newest(draft, reference, after.get(0).time()));
  }

  private static List<Candidate> newest(Draft draft, Reference reference, Instant upTo) {
    ParentReference parent = reference.parent();
    // Of three, at most one is the child itself; two tell whether the newest is alone in its time.
    return draft.candidatesUpTo(parent.session(), parent.kind(), upTo, 3).stream()
        .filter(candidate -> !candidate.id().equals(reference.child().id()))
        .toList();
  }

  private static Link choose(ParentReference parent, List<Candidate> newestFirst) {
    Candidate chosen = newestFirst.get(0);
    boolean ambiguous = newestFirst.size() > 1 && newestFirst.get(1).time().equals(chosen.time());
    return Link.linked(parent, chosen.id(), false, ambiguous);
  }
}
