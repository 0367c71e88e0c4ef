package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Message;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.time.Instant;

/** What goes to the route node. */
sealed interface Outgoing {

  record Append(Fact fact) implements Outgoing {}

  record Send(Message message) implements Outgoing {}

  record Relay(RelayEnvelope envelope, Instant at) implements Outgoing {}

  record RoleTopicReady(String role, Instant at) implements Outgoing {}
}
