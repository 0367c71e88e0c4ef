package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.format.Roles;
import java.util.Optional;
import java.util.Set;

/**
 * Which events a client asks for: those that every given part lets pass.
 *
 * @param role of the handoff that an event is about, or to which the event itself hands it, or null
 *     for any
 * @param session or null for any
 * @param kind of the handoff, or null for any
 * @param chain the id of a handoff in whose chain it is at the time of asking, or null for any
 * @param issue the issue whose evidence it is at the time of asking, or null for any
 * @param times when it was recorded
 */
public record EventFilter(
    String role,
    String session,
    String kind,
    String chain,
    IssueReference issue,
    RecordedTimes times) {

  /** The filter with what the ledger now knows of its chain and its issue. */
  Now now(LedgerQueries queries) {
    return new Now(
        this,
        chain == null ? Optional.empty() : queries.root(chain),
        issue == null ? Set.of() : queries.origins(issue));
  }

  /**
   * A filter, ready to be asked many times.
   *
   * @param root of the chain that is asked for
   * @param origins the sessions and the roots of chains that the issue is folded from
   */
  record Now(EventFilter filter, Optional<String> root, Set<String> origins) {

    boolean passes(LedgerEvent event, HandoffTags known, LedgerQueries queries) {
      return filter.times.include(event.fact().recordedAt())
          && passesSession(event)
          && passesTags(event, known)
          && (filter.chain == null || isInChain(event, queries))
          && (filter.issue == null || isEvidence(event, queries));
    }

    private boolean passesSession(LedgerEvent event) {
      return filter.session == null || filter.session.equals(event.fact().session());
    }

    private boolean passesTags(LedgerEvent event, HandoffTags known) {
      if (filter.role == null && filter.kind == null) {
        return true;
      }
      HandoffTags.Tags tags = event.tags(known);
      return (filter.role == null
              || tags.roles().contains(filter.role)
              || filter.role.equals(handedTo(event.fact().body())))
          && (filter.kind == null || filter.kind.equals(tags.kind()));
    }

    /** The role, beside those of the handoff, that a fact hands it to, or null. */
    private static String handedTo(Fact.Body body) {
      boolean isEscalation =
          body instanceof Fact.Released released && released.escalated()
              || body instanceof Fact.Expired expired && expired.escalated();
      if (isEscalation) {
        return Roles.HUMAN;
      }
      return body instanceof Fact.Claimed claimed ? claimed.role() : null;
    }

    private boolean isInChain(LedgerEvent event, LedgerQueries queries) {
      return root.isPresent() && root.equals(event.root(queries::root));
    }

    private boolean isEvidence(LedgerEvent event, LedgerQueries queries) {
      return origins.contains(event.fact().session())
          || event.root(queries::root).filter(origins::contains).isPresent();
    }
  }
}
