package dev.handoffledger.standalone.guarantees.faults;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients were told, and so may rely on. Safe for use by several threads.
 *
 * <p>Artifacts are known by the SHA-256 of their bytes.
 */
final class Told {
  /** Good artifacts that were acknowledged, by Kafka or by the gateway. */
  final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  /** Every good artifact that was sent at all. */
  final Set<String> sent = ConcurrentHashMap.newKeySet();

  /** Where poison was acknowledged, as topic, partition and offset, with its hash. */
  final Map<String, String> poison = new ConcurrentHashMap<>();

  /** Every poison that was sent at all. */
  final Set<String> poisonSent = ConcurrentHashMap.newKeySet();

  /** The ids of the children whose parents were acknowledged too, once all is published. */
  final Set<String> children = ConcurrentHashMap.newKeySet();

  /** Sessions and tokens of the leases that were granted. */
  final Set<String> granted = ConcurrentHashMap.newKeySet();

  /** Those whose completion was confirmed. */
  final Set<String> completed = ConcurrentHashMap.newKeySet();

  /** How often an artifact was sent that had been sent before. */
  final AtomicLong offeredAgain = new AtomicLong();

  /** How many artifacts were acknowledged over HTTP. */
  final AtomicLong overHttp = new AtomicLong();

  /** How often a send or a request failed. */
  final AtomicLong failures = new AtomicLong();
}
