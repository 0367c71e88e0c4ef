package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A chain is the same in whatever order the facts of its sessions are read. */
class ChainOrderTest {
  private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");
  private static final List<String> KINDS =
      List.of("planner_brief", "builder_result", "reviewer_verdict");

  @Property(tries = 60)
  void factsOfSessionsInterleavedAnyhow_giveTheSameChain(
      @ForAll @IntRange(min = 1, max = 12) int legs, @ForAll Random random) throws IOException {
    List<SampleHandoff> chain = chain(legs, random);
    List<Fact> facts = facts(chain, random);
    String member = chain.get(random.nextInt(legs)).id();

    assertThat(chainOf(member, interleaved(facts, random))).isEqualTo(chainOf(member, facts));
  }

  /** What a reader sees of a chain, but where the ledger keeps it. */
  private record Seen(
      ChainView chain, List<String> waitsFor, List<String> nodes, List<Lineage.Edge> edges) {
    static Seen of(ChainView chain) {
      return new Seen(
          new ChainView(
              chain.root(),
              chain.state(),
              chain.rounds(),
              List.of(),
              chain.orphaned(),
              chain.circular(),
              chain.lastRecordedAt(),
              null),
          ids(chain.waitsFor()),
          ids(chain.lineage().nodes()),
          chain.lineage().edges());
    }

    private static List<String> ids(List<HandoffView> handoffs) {
      return handoffs.stream().map(HandoffView::id).toList();
    }
  }

  private static Seen chainOf(String member, List<Fact> facts) throws IOException {
    Path folder = Files.createTempDirectory("chain-order");
    try (TestProjections projections = new TestProjections(folder, 2)) {
      facts.forEach(projections::publish);
      return Seen.of(projections.queries().chain(member).orElseThrow());
    } finally {
      delete(folder);
    }
  }

  /** A tree of legs over a few sessions; now and then the first names the last as its parent. */
  private static List<SampleHandoff> chain(int legs, Random random) {
    List<SampleHandoff> chain = new ArrayList<>();
    for (int number = 0; number < legs; number++) {
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      String role = kind.equals("reviewer_verdict") && random.nextBoolean() ? "merge-gate" : "any";
      chain.add(
          SampleHandoff.of("codelens/s" + random.nextInt(4), "leg " + number)
              .withKind(kind)
              .withRoles(role)
              .withTime(T0.plusSeconds(random.nextInt(5))));
    }
    return chain;
  }

  private static List<Fact> facts(List<SampleHandoff> chain, Random random) {
    SampleLedger ledger = new SampleLedger();
    List<Fact> facts = new ArrayList<>();
    chain.forEach(leg -> facts.add(ledger.record(leg)));
    for (int number = 1; number < chain.size(); number++) {
      link(chain.get(random.nextInt(number)), chain.get(number), ledger, facts);
    }
    SampleHandoff first = chain.get(0);
    switch (random.nextInt(4)) {
      case 0 -> link(chain.get(chain.size() - 1), first, ledger, facts);
      case 1 -> facts.add(ledger.link(first, Link.pending(reference(first))));
      case 2 -> facts.add(ledger.link(first, Link.mismatch(reference(first))));
      default ->
          facts.add(
              ledger.lease(first, new Fact.Claimed("one", T0.plusSeconds(60), 1, null, null)));
    }
    return facts;
  }

  private static void link(
      SampleHandoff parent, SampleHandoff child, SampleLedger ledger, List<Fact> facts) {
    Link link = Link.linked(reference(parent), parent.id(), false, false);
    facts.add(ledger.link(child, link));
    facts.add(ledger.answer(parent, child));
  }

  private static ParentReference reference(SampleHandoff parent) {
    return new ParentReference(parent.session(), parent.kind(), null, null, true);
  }

  private static List<Fact> interleaved(List<Fact> facts, Random random) {
    Map<String, Deque<Fact>> sessions = new LinkedHashMap<>();
    facts.forEach(
        fact -> sessions.computeIfAbsent(fact.session(), name -> new ArrayDeque<>()).addLast(fact));
    Collection<Deque<Fact>> queues = sessions.values();
    List<Fact> interleaved = new ArrayList<>();
    while (interleaved.size() < facts.size()) {
      List<Deque<Fact>> left = queues.stream().filter(queue -> !queue.isEmpty()).toList();
      interleaved.add(left.get(random.nextInt(left.size())).removeFirst());
    }
    return interleaved;
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
