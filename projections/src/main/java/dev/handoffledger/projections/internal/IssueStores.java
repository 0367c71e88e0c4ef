package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.chain.RejectedChain;
import dev.handoffledger.projections.issue.IssueEntry;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The rows of the issues of one partition. */
final class IssueStores {
  private static final byte[] NOTHING = {};

  private final KeyValueStore<Bytes, byte[]> events;
  private final KeyValueStore<Bytes, byte[]> sources;
  private final KeyValueStore<Bytes, byte[]> joins;
  private final KeyValueStore<Bytes, byte[]> issues;
  private final KeyValueStore<Bytes, byte[]> names;
  private final KeyValueStore<Bytes, byte[]> byUrgency;

  IssueStores(Function<String, KeyValueStore<Bytes, byte[]>> stores) {
    events = stores.apply(StoreNames.ISSUE_EVENTS);
    sources = stores.apply(StoreNames.ISSUE_SOURCES);
    joins = stores.apply(StoreNames.ISSUE_JOINS);
    issues = stores.apply(StoreNames.ISSUES);
    names = stores.apply(StoreNames.ISSUE_NAMES);
    byUrgency = stores.apply(StoreNames.ISSUES_BY_URGENCY);
  }

  /**
   * A source's row. One that has been left is kept without what it told: when a crash makes the
   * change be read again, it must still tell whose issues the change concerns.
   *
   * @param chain what a chain tells; null for events, and for a chain that is no longer a source
   * @param joins the ids and fingerprints by which it is one with other sources
   * @param issueId the issue that it is part of, or was last; null if there was none
   * @param formerIssues those that it was part of before
   * @param partners the keys of the sources that were ever one with it
   */
  record SourceRow(
      RejectedChain chain,
      Set<String> joins,
      String issueId,
      Set<String> formerIssues,
      Set<String> partners) {
    static final SourceRow NEW = new SourceRow(null, Set.of(), null, Set.of(), Set.of());

    SourceRow {
      joins = Set.copyOf(joins);
      formerIssues = Set.copyOf(formerIssues);
      partners = Set.copyOf(partners);
    }

    /** The same source that tells something else by now. */
    SourceRow telling(RejectedChain newChain, Set<String> newJoins) {
      return new SourceRow(newChain, newJoins, issueId, formerIssues, partners);
    }

    /** The same source as a part of an issue, or of none, together with others. */
    SourceRow partOf(String newIssueId, Set<String> others) {
      Set<String> left = new HashSet<>(formerIssues);
      if (issueId != null) {
        left.add(issueId);
      }
      left.remove(newIssueId);
      Set<String> all = new HashSet<>(partners);
      all.addAll(others);
      return new SourceRow(chain, joins, newIssueId, left, all);
    }
  }

  // Events.

  /** Keeps an event that is folded. */
  void putEvent(String project, IssuePart.Event event) {
    ObjectNode row = IssueJson.object();
    row.put("session", event.session());
    row.put("artifact", new String(event.artifact(), StandardCharsets.UTF_8));
    events.put(IssueKeys.event(project, event.issueId(), event.handoffId()), IssueJson.bytes(row));
    names.putIfAbsent(IssueKeys.named(event.issueId(), project), NOTHING);
  }

  /** The events that name an issue by an id, and one more. */
  List<IssueEntry.Event> eventsWith(String project, IssuePart.Event event) {
    List<IssueEntry.Event> all = events(project, event.issueId());
    all.removeIf(known -> known.handoffId().equals(event.handoffId()));
    all.add(new IssueEntry.Event(event.handoffId(), event.session(), document(event.artifact())));
    return all;
  }

  List<IssueEntry.Event> events(String project, String issueId) {
    Bytes beginning = IssueKeys.events(project, issueId);
    List<IssueEntry.Event> found = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        events.range(beginning, RowKeys.afterAllOf(beginning))) {
      rows.forEachRemaining(
          row -> {
            JsonNode event = IssueJson.node(row.value);
            found.add(
                new IssueEntry.Event(
                    new KeyReader(row.key.get()).skip(beginning).rest(),
                    event.path("session").textValue(),
                    document(event.path("artifact").textValue().getBytes(StandardCharsets.UTF_8))));
          });
    }
    return found;
  }

  private static JsonNode document(byte[] artifact) {
    try {
      return StrictJson.parse(artifact);
    } catch (InvalidJsonException e) {
      throw new IllegalStateException("a recorded event is no JSON", e);
    }
  }

  // Sources.

  /** The row of a source that may have been left. */
  Optional<SourceRow> row(String project, IssueSource source) {
    return Optional.ofNullable(sources.get(IssueKeys.source(project, source.key())))
        .map(IssueStores::sourceRow);
  }

  /** The row of a source that tells something. */
  Optional<SourceRow> source(String project, IssueSource source) {
    return row(project, source).filter(row -> source.isOfEvents() || row.chain() != null);
  }

  /** Keeps a source and what it joins. */
  void putSource(String project, IssueSource source, SourceRow row) {
    Set<String> before = row(project, source).map(SourceRow::joins).orElse(Set.of());
    before.stream()
        .filter(name -> !row.joins().contains(name))
        .forEach(name -> joins.delete(IssueKeys.joined(project, name, source.key())));
    row.joins().forEach(name -> joins.put(IssueKeys.joined(project, name, source.key()), NOTHING));
    ObjectNode node = IssueJson.object();
    if (row.chain() != null) {
      node.set("chain", IssueJson.node(IssueJson.chain(row.chain())));
    }
    addTexts(node, "joins", row.joins());
    node.put("issue", row.issueId());
    addTexts(node, "former", row.formerIssues());
    addTexts(node, "partners", row.partners());
    sources.put(IssueKeys.source(project, source.key()), IssueJson.bytes(node));
  }

  private static void addTexts(ObjectNode node, String name, Set<String> texts) {
    ArrayNode list = node.putArray(name);
    texts.stream().sorted().forEach(list::add);
  }

  private static SourceRow sourceRow(byte[] value) {
    JsonNode node = IssueJson.node(value);
    return new SourceRow(
        node.has("chain") ? IssueJson.chain(IssueJson.bytes(node.path("chain"))) : null,
        new HashSet<>(IssueJson.list(node.path("joins"), JsonNode::textValue)),
        node.path("issue").textValue(),
        new HashSet<>(IssueJson.list(node.path("former"), JsonNode::textValue)),
        new HashSet<>(IssueJson.list(node.path("partners"), JsonNode::textValue)));
  }

  /** The sources that a chain is or was. */
  List<IssueSource> sourcesOf(String project, String chain) {
    Bytes beginning = IssueKeys.source(project, IssueSource.keysOf(chain));
    List<IssueSource> found = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        sources.range(beginning, RowKeys.afterAllOf(beginning))) {
      rows.forEachRemaining(
          row -> {
            IssueSource source =
                IssueSource.ofKey(
                    new KeyReader(row.key.get()).skip(IssueKeys.source(project, "")).rest());
            if (chain.equals(source.chain())) {
              found.add(source);
            }
          });
    }
    return found;
  }

  /** The sources that are one with a source, itself among them. */
  Set<IssueSource> together(String project, IssueSource source) {
    Set<IssueSource> met = new HashSet<>();
    List<IssueSource> waiting = new ArrayList<>(List.of(source));
    Set<String> followed = new HashSet<>();
    while (!waiting.isEmpty()) {
      IssueSource next = waiting.remove(waiting.size() - 1);
      Optional<SourceRow> row = source(project, next);
      if (row.isEmpty() || !met.add(next)) {
        continue;
      }
      row.get().joins().stream()
          .filter(followed::add)
          .forEach(name -> waiting.addAll(joining(project, name)));
    }
    return met;
  }

  private List<IssueSource> joining(String project, String name) {
    List<IssueSource> found = new ArrayList<>();
    Bytes beginning = IssueKeys.joined(project, name);
    try (KeyValueIterator<Bytes, byte[]> rows =
        joins.range(beginning, RowKeys.afterAllOf(beginning))) {
      rows.forEachRemaining(
          row -> found.add(IssueSource.ofKey(IssueKeys.sourceJoined(project, name, row.key))));
    }
    // A crash may have kept a row here whose source says something else by now.
    found.removeIf(
        source -> source(project, source).filter(row -> row.joins().contains(name)).isEmpty());
    return found;
  }

  // Issues.

  Optional<IssueRow> issue(String project, String id) {
    return Optional.ofNullable(issues.get(IssueKeys.issue(project, id))).map(IssueRow::read);
  }

  void putIssue(IssueRow row) {
    IssueView issue = row.view();
    String project = issue.projectId();
    issue(project, issue.id()).ifPresent(before -> unlist(before, row));
    issue
        .names()
        .forEach(name -> names.put(IssueKeys.named(name, project), RowCodec.text(issue.id())));
    byUrgency.put(IssueKeys.urgency(issue), NOTHING);
    issues.put(IssueKeys.issue(project, issue.id()), row.write());
  }

  private void unlist(IssueRow before, IssueRow after) {
    Bytes place = IssueKeys.urgency(before.view());
    if (!place.equals(IssueKeys.urgency(after.view()))) {
      byUrgency.delete(place);
    }
    Set<String> kept = after.view().names();
    before.view().names().stream()
        .filter(name -> !kept.contains(name))
        .forEach(name -> forget(before.view(), name));
  }

  void deleteIssue(IssueView issue) {
    byUrgency.delete(IssueKeys.urgency(issue));
    issue.names().forEach(name -> forget(issue, name));
    issues.delete(IssueKeys.issue(issue.projectId(), issue.id()));
  }

  /** A name that another issue took over meanwhile is that one's. */
  private void forget(IssueView issue, String name) {
    Bytes key = IssueKeys.named(name, issue.projectId());
    byte[] now = names.get(key);
    if (now == null || !RowCodec.text(now).equals(issue.id())) {
      return;
    }
    if (events(issue.projectId(), name).isEmpty()) {
      names.delete(key);
    } else {
      names.put(key, NOTHING);
    }
  }
}
