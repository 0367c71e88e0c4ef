package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.fold.Completion;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.Leasing;
import dev.handoffledger.projections.fold.ShownLink;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.StrictJson;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Handoffs as they stand now, from their rows, and their artifacts where a rule needs them. */
final class HandoffViews {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LedgerArtifacts artifacts;
  private final Formats formats = new Formats();
  private final HandoffReader reader = new HandoffReader(formats);

  HandoffViews(LedgerArtifacts artifacts) {
    this.artifacts = artifacts;
  }

  /** The published bytes of a handoff's artifact. */
  Optional<byte[]> artifact(HandoffRow row, StoreRows rows) {
    Optional<byte[]> kept = rows.body(row.session(), row.seq());
    return kept.isPresent()
        ? kept
        : rows.fact(row.session(), row.seq())
            .map(fact -> artifacts.read(fact.partition(), fact.offset()));
  }

  Optional<HandoffView> view(HandoffRow row, StoreRows rows) {
    return rows.fact(row.session(), row.seq())
        .filter(fact -> fact.fact().body() instanceof Fact.Recorded)
        .map(fact -> view(row, fact, rows));
  }

  private HandoffView view(HandoffRow row, FactView fact, StoreRows rows) {
    Fact.Recorded recorded = (Fact.Recorded) fact.fact().body();
    Completion completion = Completion.of(row, rows);
    Leasing leasing = row.leasing();
    Link link = ShownLink.of(row, rows.lanes());
    return new HandoffView(
        row.id(),
        recorded.format(),
        recorded.kind(),
        row.session(),
        row.seq(),
        recorded.naturalKey(),
        recorded.time(),
        row.recordedAt(),
        row.roles(),
        link.withWarnings(List.of()),
        row.status(),
        completion.open(),
        completion.by(),
        lease(row, recorded),
        leasing.escalated(),
        leasing.held() != null && completion.by() != null,
        leasing.deliveries(),
        requiredCapabilities(row, rows),
        Stream.concat(recorded.warnings().stream(), warnings(row, link, rows)).toList(),
        recorded.publisher(),
        recorded.project(),
        recorded.issue(),
        recorded.rawHash(),
        recorded.traceparent(),
        fact.partition(),
        fact.offset());
  }

  private static Reply.Lease lease(HandoffRow row, Fact.Recorded recorded) {
    Leasing.Held held = row.leasing().held();
    if (held == null) {
      return null;
    }
    String key = recorded.naturalKey() == null ? row.id() : recorded.naturalKey();
    return new Reply.Lease(
        new ClaimToken(row.session(), key, held.token()).text(),
        held.holder(),
        held.since(),
        held.until(),
        row.leasing().deliveries());
  }

  private List<String> requiredCapabilities(HandoffRow row, StoreRows rows) {
    Optional<HandoffFormat> format =
        formats.ofKind(row.kind()).filter(HandoffFormat::asksForCapabilities);
    if (format.isEmpty()) {
      return List.of();
    }
    return artifact(row, rows)
        .map(artifact -> format.get().requiredCapabilities(parse(artifact)))
        .orElse(List.of());
  }

  private Stream<Warning> warnings(HandoffRow row, Link link, StoreRows rows) {
    Optional<HandoffFormat> format = formats.ofKind(row.kind()).filter(HandoffFormat::judgesLinks);
    boolean byRule = link.by() == Link.By.RULE && link.status() == Link.Status.LINKED;
    if (!byRule || format.isEmpty()) {
      return link.warnings().stream();
    }
    JsonNode criteria =
        rows.handoff(link.parent())
            .flatMap(predecessor -> read(predecessor, rows))
            .map(predecessor -> json(predecessor.criteria()))
            .orElse(MissingNode.getInstance());
    return read(row, rows).stream()
        .flatMap(
            handoff -> format.get().warningsOfLink(criteria, json(handoff.evidence())).stream());
  }

  private Optional<Handoff> read(HandoffRow row, StoreRows rows) {
    return artifact(row, rows)
        .map(reader::read)
        .filter(Reading.Accepted.class::isInstance)
        .map(reading -> ((Reading.Accepted) reading).handoff());
  }

  private static JsonNode json(String text) {
    try {
      return text == null ? MissingNode.getInstance() : JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("criteria or evidence that are not JSON", e);
    }
  }

  private static JsonNode parse(byte[] artifact) {
    try {
      return StrictJson.parse(artifact);
    } catch (InvalidJsonException e) {
      throw new IllegalStateException("a recorded artifact that is not JSON", e);
    }
  }
}
