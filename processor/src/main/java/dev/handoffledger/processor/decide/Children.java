package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.util.List;

/** The children's side of links: what the parents' side says of a handoff's parent is recorded. */
final class Children {
  private Children() {}

  /**
   * A handoff is told its link.
   *
   * @param holdOver whether nothing better is waited for any more
   */
  static void told(Draft draft, RowKey child, Link link, boolean holdOver) {
    HandoffRow row =
        draft
            .handoff(child)
            .orElseThrow(() -> new IllegalStateException("a link of an unknown handoff"));
    Link bare = link.withWarnings(List.of());
    if (!row.link().equals(bare)) {
      Fact fact =
          draft.append(child.session(), row.id(), new Fact.Linked(link, row.linkSeq()), null);
      draft.put(child, row.withLink(bare, fact.seq()));
      draft.state().held(child).ifPresent(held -> Holding.judged(draft, held, link));
    }
    if (holdOver && link.status() == Link.Status.PENDING) {
      Holding.end(draft, child);
    }
  }
}
