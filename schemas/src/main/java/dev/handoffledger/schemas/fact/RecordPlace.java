package dev.handoffledger.schemas.fact;

/**
 * Where the ledger topic has a record.
 *
 * @param partition of the ledger topic
 * @param offset in that partition
 */
public record RecordPlace(int partition, long offset) {
  @Override
  public String toString() {
    return partition + ":" + offset;
  }
}
