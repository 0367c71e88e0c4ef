/**
 * From what the ledger recorded about an issue to the LoopOps packet that an agent is handed: a
 * pure function of the set of entries, whatever the order in which they came. Knows no Kafka and no
 * clock, and writes nothing.
 *
 * <p>The way: {@link dev.handoffledger.projections.issue.Issue#of Issue.of} folds the entries,
 * {@link dev.handoffledger.projections.issue.PacketBuilder PacketBuilder} makes the packet, {@link
 * dev.handoffledger.projections.issue.PacketMarkdown PacketMarkdown} makes a prompt of it.
 */
package dev.handoffledger.projections.issue;
