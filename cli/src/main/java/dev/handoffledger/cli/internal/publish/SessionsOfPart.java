package dev.handoffledger.cli.internal.publish;

import dev.handoffledger.schemas.Reading;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sessions that a part of the input belongs to, and those it must not overtake.
 *
 * @param own the sessions of its artifacts, as far as they can be read
 * @param awaited the own sessions and those of the parents that its artifacts name
 */
public record SessionsOfPart(Set<String> own, Set<String> awaited) {

  /** Of a part that nothing needs to wait for. */
  public static final SessionsOfPart NONE = new SessionsOfPart(Set.of(), Set.of());

  public SessionsOfPart {
    own = Set.copyOf(own);
    awaited = Set.copyOf(awaited);
  }

  public static SessionsOfPart of(Collection<Reading> readings) {
    Set<String> own = new TreeSet<>();
    Set<String> awaited = new TreeSet<>();
    for (Reading reading : readings) {
      if (reading instanceof Reading.Accepted accepted) {
        own.add(accepted.handoff().session());
        if (accepted.handoff().parent() != null) {
          awaited.add(accepted.handoff().parent().session());
        }
      } else if (reading instanceof Reading.Rejected rejected
          && rejected.rejection().session() != null) {
        own.add(rejected.rejection().session());
      }
    }
    awaited.addAll(own);
    return new SessionsOfPart(own, awaited);
  }
}
