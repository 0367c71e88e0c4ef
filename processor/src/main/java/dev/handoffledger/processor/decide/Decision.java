package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import java.util.List;

/** All that becomes of one input, to be applied as one. */
public record Decision(List<Fact> facts, List<Message> messages, List<StateChange> changes) {
  public Decision {
    facts = List.copyOf(facts);
    messages = List.copyOf(messages);
    changes = List.copyOf(changes);
  }
}
