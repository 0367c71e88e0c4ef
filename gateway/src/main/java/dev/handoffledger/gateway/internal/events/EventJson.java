package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.FactView;
import java.util.List;

/** Writes the JSON of an event. */
@FunctionalInterface
public interface EventJson {
  /**
   * @param kind of the handoff that the fact is about
   * @param roles of that handoff
   * @return UTF-8 without a line break
   */
  byte[] write(FactView fact, String kind, List<String> roles);
}
