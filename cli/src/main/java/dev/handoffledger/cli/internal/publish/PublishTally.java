package dev.handoffledger.cli.internal.publish;

import java.util.ArrayList;
import java.util.List;

/** Counts outcomes. To be used by one thread at a time. */
public final class PublishTally {
  private int recorded;
  private int duplicate;
  private int rejected;
  private int pending;

  public void add(PublishOutcome outcome) {
    switch (outcome.outcome()) {
      case PublishOutcome.RECORDED -> recorded++;
      case PublishOutcome.DUPLICATE -> duplicate++;
      case PublishOutcome.REJECTED -> rejected++;
      default -> pending++;
    }
  }

  public int total() {
    return recorded + duplicate + rejected + pending;
  }

  public int rejected() {
    return rejected;
  }

  public int pending() {
    return pending;
  }

  /** For example {@code 12 recorded, 1 rejected}. */
  public String sentence() {
    List<String> parts = new ArrayList<>();
    add(parts, recorded, "recorded");
    add(parts, duplicate, "duplicate");
    add(parts, rejected, "rejected");
    add(parts, pending, "pending");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
