package dev.handoffledger.projections.internal;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory that all stores of one application share: blocks, indexes and filters that were read,
 * and writes that are not on disk yet. Without it, RocksDB takes its share for every store of every
 * partition.
 *
 * <p>Kafka Streams makes the class that configures a store by itself and tells it nothing but the
 * application's configuration, so that is where this object travels.
 */
final class RocksDbMemory implements AutoCloseable {
  /** Its name in the configuration of Kafka Streams. */
  static final String CONFIG = "handoff.rocksdb.memory";

  private static final int SHARD_BITS = -1;
  private static final double HIGH_PRIORITY_SHARE = 0.1;
  private static final int WRITE_BUFFERS_SHARE = 2;

  private final long limitBytes;
  private final Cache cache;
  private final WriteBufferManager writeBuffers;

  RocksDbMemory(long limitBytes) {
    RocksDB.loadLibrary();
    this.limitBytes = limitBytes;
    cache = new LRUCache(limitBytes, SHARD_BITS, false, HIGH_PRIORITY_SHARE);
    writeBuffers = new WriteBufferManager(limitBytes / WRITE_BUFFERS_SHARE, cache);
  }

  Cache cache() {
    return cache;
  }

  WriteBufferManager writeBuffers() {
    return writeBuffers;
  }

  long limitBytes() {
    return limitBytes;
  }

  long usedBytes() {
    return cache.getUsage();
  }

  /** Frees it. Every store must be closed. */
  @Override
  public void close() {
    writeBuffers.close();
    cache.close();
  }
}
