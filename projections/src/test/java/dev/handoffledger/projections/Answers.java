package dev.handoffledger.projections;

import dev.handoffledger.schemas.fact.FactCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Every answer that the queries give of a ledger, as text, so that two can be compared. */
record Answers(
    List<String> sessions,
    List<String> newest,
    List<String> facts,
    List<String> handoffs,
    List<String> artifacts,
    List<String> roles,
    List<String> open,
    List<String> rejections) {
  private static final int PAGE = 3;

  static Answers of(LedgerQueries queries, List<SampleHandoff> recorded) {
    List<SessionSummary> sessions =
        all(cursor -> queries.sessions(new SessionFilter(null, null, null, null), cursor, PAGE));
    List<RoleSummary> roles = queries.roles();
    return new Answers(
        texts(sessions),
        sessions.stream().map(session -> queries.newest(session.session()).toString()).toList(),
        sessions.stream()
            .flatMap(
                session -> all(cursor -> queries.facts(session.session(), cursor, PAGE)).stream())
            .map(Answers::text)
            .toList(),
        recorded.stream().map(handoff -> queries.handoff(handoff.id()).toString()).toList(),
        recorded.stream()
            .map(handoff -> queries.artifact(handoff.id()).orElseThrow())
            .map(artifact -> new String(artifact, StandardCharsets.UTF_8))
            .toList(),
        texts(roles),
        roles.stream()
            .flatMap(role -> all(cursor -> queries.open(role.role(), cursor, PAGE)).stream())
            .map(HandoffView::toString)
            .toList(),
        texts(
            all(
                cursor ->
                    queries.rejections(new RejectionFilter(null, null, null), cursor, PAGE))));
  }

  private static String text(FactView view) {
    return view.partition()
        + ":"
        + view.offset()
        + " "
        + view.fact().session()
        + " "
        + FactCodec.encode(view.fact()).headers();
  }

  private static List<String> texts(List<?> items) {
    return items.stream().map(Object::toString).toList();
  }

  private static <T> List<T> all(Function<String, Page<T>> listing) {
    List<T> items = new ArrayList<>();
    String cursor = null;
    do {
      Page<T> page = listing.apply(cursor);
      items.addAll(page.items());
      cursor = page.next();
    } while (cursor != null);
    return items;
  }
}
