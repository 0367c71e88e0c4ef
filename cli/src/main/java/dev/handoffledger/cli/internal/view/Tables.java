package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.Table;
import dev.handoffledger.cli.internal.text.Table.Column;
import dev.handoffledger.cli.internal.text.Table.Row;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The server's lists as tables. */
public final class Tables {

  /** A table that takes the items of an answer, page by page. */
  public static final class ItemTable {
    private final Table table;
    private final Function<Answer, Row> row;

    private ItemTable(Table table, Function<Answer, Row> row) {
      this.table = table;
      this.row = row;
    }

    public void print(List<JsonNode> items) {
      table.print(items.stream().map(Answer::new).map(row).toList());
    }
  }

  private final TextOutput out;
  private final Times times;

  public Tables(TextOutput out, Times times) {
    this.out = out;
    this.times = times;
  }

  public ItemTable sessions() {
    return new ItemTable(
        new Table(
            out,
            Column.flexible("SESSION"),
            Column.fixed("STATE"),
            Column.number("OPEN"),
            Column.number("HANDOFFS"),
            Column.fixed("NEWEST")),
        session ->
            Row.of(
                Span.strong(session.text("session")),
                state(session.text("state")),
                Span.plain(session.text("open")),
                Span.plain(session.text("handoffs")),
                Span.plain(times.show(session.text("last_recorded_at")))));
  }

  public ItemTable roles() {
    return new ItemTable(
        new Table(
            out,
            Column.flexible("ROLE"),
            Column.number("OPEN"),
            Column.fixed("OLDEST WAITS SINCE")),
        role ->
            Row.of(
                Span.strong(role.text("role")),
                Span.plain(role.text("open")),
                Span.plain(times.show(role.text("oldest_recorded_at")))));
  }

  /** Handoffs that wait for a role; each with its id on a line of its own, to be copied. */
  public ItemTable inbox() {
    return new ItemTable(
        new Table(
            out,
            Column.flexible("KIND"),
            Column.flexible("SESSION"),
            Column.number("SEQ"),
            Column.fixed("WAITS SINCE"),
            Column.flexible("FROM")),
        handoff -> waiting(handoff, Span.plain(handoff.text("publisher"))));
  }

  /** A handoff that waits, with what else there is to say of it. */
  private Row waiting(Answer handoff, Span... more) {
    Span[] cells =
        Stream.concat(
                Stream.of(
                    Span.strong(handoff.text("kind")),
                    Span.plain(handoff.text("session")),
                    Span.plain(handoff.text("seq")),
                    Span.plain(times.show(handoff.text("recorded_at")))),
                Stream.of(more))
            .toArray(Span[]::new);
    return Row.of(cells).with(List.<Span[]>of(idAndHolder(handoff)));
  }

  private Span[] idAndHolder(Answer handoff) {
    String lease = HandoffLines.lease(handoff.in("lease"), times);
    return new Span[] {
      Span.quiet("  " + handoff.text("id")),
      Span.caution(lease.isEmpty() ? "" : "  held by " + lease)
    };
  }

  /** Handoffs that wait for their parents; each with its id on a line of its own. */
  public ItemTable orphans() {
    return new ItemTable(
        new Table(
            out,
            Column.flexible("KIND"),
            Column.flexible("SESSION"),
            Column.number("SEQ"),
            Column.fixed("WAITS SINCE"),
            Column.flexible("FOR A"),
            Column.flexible("IN")),
        handoff ->
            waiting(
                handoff,
                Span.plain(handoff.in("link").text("parent_kind")),
                Span.plain(handoff.in("link").text("parent_session"))));
  }

  /** Chains; each with the id of its root on a line of its own. */
  public ItemTable chains() {
    return new ItemTable(
        new Table(
            out,
            Column.fixed("STATE"),
            Column.number("ROUNDS"),
            Column.number("HANDOFFS"),
            Column.number("WAITING"),
            Column.flexible("WAITS FOR"),
            Column.fixed("NEWEST")),
        chain ->
            Row.of(
                    ChainLines.state(chain.text("state")),
                    Span.plain(chain.text("rounds")),
                    Span.plain(chain.text("handoffs") + (chain.text("cut").isEmpty() ? "" : "+")),
                    Span.plain(chain.text("waiting")),
                    Span.plain(roles(chain)),
                    Span.plain(times.show(chain.text("last_recorded_at"))))
                .with(List.<Span[]>of(new Span[] {Span.quiet("  " + chain.text("root"))})));
  }

  private static String roles(Answer chain) {
    Set<String> roles = new LinkedHashSet<>();
    chain
        .object()
        .path("waits_for")
        .forEach(handoff -> handoff.path("roles").forEach(role -> roles.add(role.asText())));
    return String.join(", ", roles);
  }

  /** Issues; each with its id and its project on a line of their own, to be copied. */
  public ItemTable issues() {
    return new ItemTable(
        new Table(
            out,
            Column.number("PRIORITY"),
            Column.fixed("SEVERITY"),
            Column.fixed("STATE"),
            Column.fixed("FIRST SEEN"),
            Column.flexible("TITLE")),
        issue ->
            Row.of(
                    Span.plain(issue.text("priority")),
                    IssueLines.severity(issue.text("severity")),
                    IssueLines.state(issue.text("state")),
                    Span.plain(times.show(issue.text("first_observed_at"))),
                    Span.strong(issue.text("title")))
                .with(List.<Span[]>of(idAndProject(issue))));
  }

  private static Span[] idAndProject(Answer issue) {
    return new Span[] {
      Span.quiet("  " + issue.text("id")), Span.quiet("  in " + issue.text("project_id"))
    };
  }

  public ItemTable rejections() {
    return new ItemTable(
        new Table(
            out,
            Column.fixed("WHEN"),
            Column.fixed("REASON"),
            Column.flexible("KIND"),
            Column.flexible("SESSION"),
            Column.flexible("FROM"),
            Column.number("BYTES")),
        rejection ->
            Row.of(
                    Span.plain(times.show(rejection.text("at"))),
                    Span.bad(rejection.text("reason")),
                    Span.plain(rejection.text("kind")),
                    Span.plain(rejection.text("session")),
                    Span.plain(rejection.text("publisher")),
                    Span.plain(rejection.text("size")))
                .with(
                    Finding.listOf(rejection.object().path("problems")).stream()
                        .map(problem -> FindingLine.of(problem, true))
                        .toList()));
  }

  public ItemTable facts() {
    return new ItemTable(
        new Table(
            out,
            Column.number("SEQ"),
            Column.fixed("FACT"),
            Column.flexible("KIND"),
            Column.fixed("RECORDED"),
            Column.flexible("FOR"),
            Column.flexible("DETAIL")),
        fact ->
            Row.of(
                Span.plain(fact.text("seq")),
                Span.strong(fact.text("fact")),
                Span.plain(fact.text("kind")),
                Span.plain(times.show(fact.text("recorded_at"))),
                Span.plain(fact.list("roles")),
                Span.plain(detail(fact))));
  }

  /** The status or the link, who answers, or who holds. */
  static String detail(Answer fact) {
    Answer answer = fact.in("answer");
    return Stream.of(
            fact.text("status"),
            fact.in("link").text("status"),
            answer.text("kind") + (answer.is("withdrawn") ? " (withdrawn)" : ""),
            fact.in("lease").text("holder"))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  static Span state(String state) {
    return state.equals("open") ? Span.caution(state) : Span.plain(state);
  }
}
