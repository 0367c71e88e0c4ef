package dev.handoffledger.projections.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What the fold gives is what FORMATS.md says of the set of handoffs, in whatever order. */
class ArrivalOrderTest {
  private static final Instant T = Instant.parse("2026-11-01T10:00:00Z");
  private static final List<String> ROLES = List.of("planner", "coder", "critic");

  @Property
  void manifestsInAnyOrder_areOpenAsTheRuleSays(
      @ForAll("manifests") List<SampleHandoff> manifests, @ForAll Random random) {
    MemoryRows rows = MemoryRows.of(record(shuffled(manifests, random)));
    assertThat(rows.open).isEqualTo(openByRule(manifests));
  }

  @Property
  void manifestsInAnyOrder_areLinkedAsTheRuleSays(
      @ForAll("manifests") List<SampleHandoff> manifests, @ForAll Random random) {
    MemoryRows rows = MemoryRows.of(record(shuffled(manifests, random)));
    assertThat(parents(manifests, rows)).isEqualTo(parentsByRule(manifests));
  }

  @Property
  void iterationsInAnyOrder_areOpenUnlessTheNextIsThere(
      @ForAll Set<Byte> iterations, @ForAll Random random) {
    List<SampleHandoff> states =
        iterations.stream().map(number -> SampleHandoff.ace("s", number)).toList();
    Set<String> expected =
        iterations.stream()
            .filter(number -> number == Byte.MAX_VALUE || !iterations.contains((byte) (number + 1)))
            .map(number -> SampleHandoff.ace("s", number).id())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(MemoryRows.of(record(shuffled(states, random))).open).isEqualTo(expected);
  }

  @Property
  void factsReadAgainAfterCrash_giveTheSameRows(
      @ForAll("manifests") List<SampleHandoff> manifests, @ForAll Random random) {
    List<Fact> facts = withFates(shuffled(manifests, random), random);
    int committed = random.nextInt(facts.size() + 1);
    MemoryRows torn =
        MemoryRows.torn(
            asOfSomeFact(facts, committed, random),
            asOfSomeFact(facts, committed, random),
            asOfSomeFact(facts, committed, random),
            asOfSomeFact(facts, committed, random),
            asOfSomeFact(facts, committed, random),
            asOfSomeFact(facts, committed, random));
    facts.subList(committed, facts.size()).forEach(torn::fold);
    MemoryRows whole = MemoryRows.of(facts);
    assertThat(torn.open).isEqualTo(whole.open);
    assertThat(torn.sessions).isEqualTo(whole.sessions);
    assertThat(torn.handoffs).isEqualTo(whole.handoffs);
    assertThat(torn.lanes).isEqualTo(whole.lanes);
  }

  /** The rows as they were after some fact that came after the last commit. */
  private static MemoryRows asOfSomeFact(List<Fact> facts, int committed, Random random) {
    return MemoryRows.of(
        facts.subList(0, committed + random.nextInt(facts.size() - committed + 1)));
  }

  @Provide
  Arbitrary<List<SampleHandoff>> manifests() {
    Arbitrary<SampleHandoff> manifest =
        Combinators.combine(
                Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(0, 9),
                Arbitraries.of(ROLES).injectNull(0.2),
                Arbitraries.of(ROLES))
            .as(
                (second, tieBreak, from, to) ->
                    SampleHandoff.kxm("r", second + "-" + tieBreak, T.plusSeconds(second), from, to)
                        .withSuccession(
                            Succession.byTime(to, from, Integer.toString(tieBreak), true)));
    return manifest.list().uniqueElements(SampleHandoff::name).ofMaxSize(12);
  }

  private static List<SampleHandoff> shuffled(List<SampleHandoff> handoffs, Random random) {
    List<SampleHandoff> shuffled = new ArrayList<>(handoffs);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private static List<Fact> record(List<SampleHandoff> handoffs) {
    SampleLedger ledger = new SampleLedger();
    return handoffs.stream().map(ledger::record).toList();
  }

  /** Records handoffs, and lets some of them be answered, unanswered or accepted. */
  private static List<Fact> withFates(List<SampleHandoff> handoffs, Random random) {
    SampleLedger ledger = new SampleLedger();
    List<Fact> facts = new ArrayList<>();
    for (SampleHandoff handoff : handoffs) {
      facts.add(ledger.record(handoff));
      SampleHandoff subject = handoffs.get(random.nextInt(handoffs.indexOf(handoff) + 1));
      switch (random.nextInt(4)) {
        case 0 -> facts.add(ledger.status(subject, "accepted"));
        case 1 -> facts.add(ledger.answer(subject, handoff));
        case 2 -> facts.add(ledger.withdraw(subject, handoff));
        default -> {}
      }
    }
    return facts;
  }

  // The rule, word by word and without regard to speed.

  private static final Comparator<SampleHandoff> ORDER =
      Comparator.comparing(SampleHandoff::time)
          .thenComparing(handoff -> handoff.succession().tieBreak());

  private static Optional<SampleHandoff> predecessor(
      SampleHandoff handoff, List<SampleHandoff> all) {
    return all.stream()
        .filter(other -> ORDER.compare(other, handoff) < 0)
        .filter(other -> other.succession().offers().equals(handoff.succession().follows()))
        .max(ORDER);
  }

  private static Set<String> openByRule(List<SampleHandoff> all) {
    Set<String> open =
        all.stream().map(SampleHandoff::id).collect(Collectors.toCollection(TreeSet::new));
    all.forEach(
        handoff -> predecessor(handoff, all).map(SampleHandoff::id).ifPresent(open::remove));
    return open;
  }

  private static Map<String, String> parentsByRule(List<SampleHandoff> all) {
    Map<String, String> parents = new HashMap<>();
    all.forEach(
        handoff ->
            predecessor(handoff, all).ifPresent(parent -> parents.put(handoff.id(), parent.id())));
    return parents;
  }

  private static Map<String, String> parents(List<SampleHandoff> all, MemoryRows rows) {
    Map<String, String> parents = new HashMap<>();
    for (SampleHandoff handoff : all) {
      Link link = ShownLink.of(rows.handoff(handoff.id()).orElseThrow(), rows);
      if (link.status() == Link.Status.LINKED) {
        parents.put(handoff.id(), link.parent());
      }
    }
    return parents;
  }
}
