package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.FactView;
import java.util.List;

/** Writes the line of a fact. */
@FunctionalInterface
public interface ReplayJson {
  /**
   * @param kind of the handoff that the fact is about
   * @param roles of that handoff
   * @param position the text of the position that includes the fact
   * @return UTF-8 without a line break
   */
  byte[] write(FactView fact, String kind, List<String> roles, String position);
}
