package dev.handoffledger.processor.internal;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory that all stores of the processor share: blocks, indexes and filters that were read,
 * and writes that are not on disk yet. Without it, RocksDB takes its share for every store of every
 * partition.
 *
 * <p>Kafka Streams makes the class that configures a store by itself and tells it nothing but the
 * application's configuration, so that is where this object travels.
 */
public final class RocksDbMemory implements AutoCloseable {
  /** Its name in the configuration of Kafka Streams. */
  public static final String CONFIG = "handoff.rocksdb.memory";

  private static final int SHARD_BITS = -1;
  private static final double HIGH_PRIORITY_SHARE = 0.1;
  private static final int WRITE_BUFFERS_SHARE = 2;

  private final long limitBytes;
  private final Cache cache;
  private final WriteBufferManager writeBuffers;

  public RocksDbMemory(long limitBytes) {
    RocksDB.loadLibrary();
    this.limitBytes = limitBytes;
    cache = new LRUCache(limitBytes, SHARD_BITS, false, HIGH_PRIORITY_SHARE);
    writeBuffers = new WriteBufferManager(limitBytes / WRITE_BUFFERS_SHARE, cache);
  }

  public long limitBytes() {
    return limitBytes;
  }

  public long usedBytes() {
    return cache.getUsage();
  }

  /** Frees it. Every store must be closed. */
  @Override
  public void close() {
    writeBuffers.close();
    cache.close();
  }

  /** Gives every store its share of the memory in the configuration. */
  public static final class ConfigSetter implements RocksDBConfigSetter {
    private static final long WRITE_BUFFER_BYTES = 8L << 20;
    // A store that hardly writes holds one such block, not the megabyte that is the default.
    private static final long ARENA_BLOCK_BYTES = 64L << 10;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
      if (!(configs.get(CONFIG) instanceof RocksDbMemory memory)) {
        throw new IllegalStateException("the configuration lacks " + CONFIG);
      }
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      table.setBlockCache(memory.cache);
      table.setCacheIndexAndFilterBlocks(true);
      table.setCacheIndexAndFilterBlocksWithHighPriority(true);
      table.setPinTopLevelIndexAndFilter(true);
      options.setTableFormatConfig(table);
      options.setWriteBufferManager(memory.writeBuffers);
      options.setWriteBufferSize(WRITE_BUFFER_BYTES);
      options.setArenaBlockSize(ARENA_BLOCK_BYTES);
    }

    @Override
    public void close(String storeName, Options options) {
      // What the stores share is closed after the last of them, with the application.
    }
  }
}
