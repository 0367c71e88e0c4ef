package dev.handoffledger.processor.internal;

import java.util.Optional;

/** Which topic the handoffs of a role go to. */
public interface RoleTopics {

  /**
   * The topic of a role, or empty while it is being made. Returns at once; asking is what makes the
   * topic be made.
   */
  Optional<String> topicOf(String role);
}
