package dev.handoffledger.bench.micro;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.bench.internal.Documents;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.Decision;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.projections.fold.LedgerFold;
import dev.handoffledger.projections.fold.RowChange;
import dev.handoffledger.schemas.CanonicalJson;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.StrictJson;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What is done with one artifact, step by step, in the order in which it is done. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ArtifactSteps {
  private static final Instant AT = Instant.parse("2026-04-14T10:00:08Z");

  /** A document of the corpus. */
  @Param({"01-codelens-brief.json", "02-codelens-result.json"})
  public String document;

  private final HandoffReader reader = new HandoffReader();
  private final Decider decider =
      new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, new Formats());
  private byte[] artifact;
  private JsonNode tree;
  private byte[] canonical;
  private Input input;
  private Fact fact;
  private LedgerRecord record;

  /** Does every step once, so that each can be measured alone. */
  @Setup
  public void prepare() throws InvalidJsonException {
    artifact = Documents.read(document);
    tree = StrictJson.parse(artifact);
    canonical = CanonicalJson.bytes(tree);
    Handoff handoff = ((Reading.Accepted) reader.read(artifact)).handoff();
    input =
        new Input.Published(
            handoff,
            new Publication(artifact, null, null, null, null, null, null, null, null, null),
            new RecordOrigin("handoff.in.unknown", 0, 0, handoff.session(), AT.toEpochMilli()),
            AT);
    fact = decision().facts().get(0);
    record = factToRecord();
  }

  @Benchmark
  public JsonNode parse() throws InvalidJsonException {
    return StrictJson.parse(artifact);
  }

  /** Parses, validates and reads: all that makes a handoff of bytes. */
  @Benchmark
  public Reading read() {
    return reader.read(artifact);
  }

  @Benchmark
  public byte[] canonicalForm() {
    return CanonicalJson.bytes(tree);
  }

  @Benchmark
  public String hash() {
    return Sha256.hex(canonical);
  }

  /** Decides on an artifact whose session and parent are not there yet. */
  @Benchmark
  public Decision decision() {
    return decider.decide(EmptyLedger.INSTANCE, input);
  }

  @Benchmark
  public LedgerRecord factToRecord() {
    return FactCodec.encode(fact);
  }

  @Benchmark
  public Fact recordToFact() {
    return FactCodec.decode(record);
  }

  /** Folds the first fact of a session. */
  @Benchmark
  public List<RowChange> fold() {
    return LedgerFold.enter(EmptyRows.INSTANCE, fact);
  }
}
