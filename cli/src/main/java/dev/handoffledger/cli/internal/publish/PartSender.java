package dev.handoffledger.cli.internal.publish;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.input.InputPart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Publishes one part of the input with one request. Safe for use by several threads. */
public final class PartSender implements Function<InputPart, List<PublishOutcome>> {
  /** What to change about an artifact that is larger than the ledger takes. */
  public static final String TOO_LARGE =
      "Split the artifact or move its bulk into files that it refers to: it is larger than the"
          + " ledger takes.";

  private static final int CONTENT_TOO_LARGE = 413;

  private final LedgerClient ledger;

  public PartSender(LedgerClient ledger) {
    this.ledger = ledger;
  }

  /** The outcomes of the part's artifacts, in their order. */
  @Override
  public List<PublishOutcome> apply(InputPart part) {
    if (part instanceof InputPart.Document document) {
      return List.of(publish(document));
    }
    if (part instanceof InputPart.Lines lines) {
      return publish(lines);
    }
    return part.names().stream().map(name -> PublishOutcome.tooLarge(name, TOO_LARGE)).toList();
  }

  private PublishOutcome publish(InputPart.Document document) {
    try {
      return outcome(document.name(), ledger.publish(document.bytes()));
    } catch (LedgerAnswerException answer) {
      if (answer.status() == CONTENT_TOO_LARGE) {
        return PublishOutcome.tooLarge(document.name(), TOO_LARGE);
      }
      throw answer;
    }
  }

  private List<PublishOutcome> publish(InputPart.Lines lines) {
    List<JsonNode> answers;
    try {
      answers = ledger.publishLines(lines.body());
    } catch (LedgerAnswerException answer) {
      if (answer.status() == CONTENT_TOO_LARGE) {
        // The server's limit is for the whole body here: each line may be small enough.
        return lines.lines().stream().map(this::publish).toList();
      }
      throw answer;
    }
    List<InputPart.Document> sent = lines.lines();
    if (answers.size() != sent.size()) {
      throw incomplete();
    }
    List<PublishOutcome> outcomes = new ArrayList<>(sent.size());
    for (int i = 0; i < sent.size(); i++) {
      outcomes.add(outcome(sent.get(i).name(), answers.get(i)));
    }
    return outcomes;
  }

  private static PublishOutcome outcome(String name, JsonNode answer) {
    PublishOutcome outcome = PublishOutcome.of(name, answer);
    if (outcome.outcome() == null) {
      throw incomplete();
    }
    return outcome;
  }

  private static LedgerUnreachableException incomplete() {
    return new LedgerUnreachableException(
        "The server did not say what became of every artifact. Publish them again: what is"
            + " recorded already is answered as a duplicate.");
  }
}
