package dev.handoffledger.projections.internal;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

/** Gives every store its share of the {@link RocksDbMemory} in the configuration. */
public final class SharedMemoryConfigSetter implements RocksDBConfigSetter {
  private static final long WRITE_BUFFER_BYTES = 8L << 20;
  // Where rows come and go, a small buffer keeps few gravestones for scans to step over.
  private static final long INDEX_WRITE_BUFFER_BYTES = 512L << 10;
  private static final int INDEX_RUNS_BEFORE_COMPACTION = 2;
  private static final Set<String> INDEXES =
      Set.of(
          StoreNames.SESSIONS_BY_TIME,
          StoreNames.OPEN_BY_ROLE,
          StoreNames.OPEN_BY_SESSION,
          StoreNames.ISSUES_BY_URGENCY,
          StoreNames.REJECTIONS);
  // A store that hardly writes holds one such block, not the megabyte that is the default.
  private static final long ARENA_BLOCK_BYTES = 64L << 10;

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    if (!(configs.get(RocksDbMemory.CONFIG) instanceof RocksDbMemory memory)) {
      throw new IllegalStateException("the configuration lacks " + RocksDbMemory.CONFIG);
    }
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(memory.cache());
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(memory.writeBuffers());
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    if (INDEXES.contains(storeName)) {
      options.setWriteBufferSize(INDEX_WRITE_BUFFER_BYTES);
      options.setLevel0FileNumCompactionTrigger(INDEX_RUNS_BEFORE_COMPACTION);
    }
    options.setArenaBlockSize(ARENA_BLOCK_BYTES);
  }

  @Override
  public void close(String storeName, Options options) {
    // What the stores share is closed after the last of them, with the application.
  }
}
