package dev.handoffledger.projections.internal;

import java.util.Objects;

/**
 * What issues of a project come from: the events that name one, or the rejections of a chain.
 *
 * @param chain the name of the chain, or null for events
 * @param issueId the id that the events, or the rejections, name; null for rejections that name
 *     none
 */
record IssueSource(String chain, String issueId) {
  private static final String EVENTS = "e";
  private static final String CHAIN = "c";

  static IssueSource ofEvents(String issueId) {
    return new IssueSource(null, Objects.requireNonNull(issueId));
  }

  static IssueSource ofChain(String chain, String issueId) {
    return new IssueSource(Objects.requireNonNull(chain), issueId);
  }

  boolean isOfEvents() {
    return chain == null;
  }

  /** A text that no other source has. */
  String key() {
    return isOfEvents() ? EVENTS + issueId : keysOf(chain) + (issueId == null ? "" : "/" + issueId);
  }

  /** What the keys of all sources of a chain begin with. */
  static String keysOf(String chain) {
    return CHAIN + chain.length() + ":" + chain;
  }

  static IssueSource ofKey(String key) {
    if (key.startsWith(EVENTS)) {
      return ofEvents(key.substring(EVENTS.length()));
    }
    int colon = key.indexOf(':');
    int length = Integer.parseInt(key.substring(CHAIN.length(), colon));
    String rest = key.substring(colon + 1);
    String named = rest.substring(length);
    return ofChain(rest.substring(0, length), named.isEmpty() ? null : named.substring(1));
  }
}
