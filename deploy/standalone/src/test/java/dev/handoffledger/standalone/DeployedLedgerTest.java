package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishes the corpus to a ledger that is deployed and empty, at {@code -Dhandoff.url} on the
 * Kafka at {@code -Dkafka.bootstrap}, and asks what became of it.
 */
@Tag("deployed")
class DeployedLedgerTest extends CorpusContract {
  @TempDir private static Path folder;

  private static CorpusLedger ledger;

  @BeforeAll
  static void publishTheCorpus() throws Exception {
    ledger = CorpusLedger.running(folder, property("handoff.url"), property("kafka.bootstrap"));
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }

  @Override
  CorpusLedger ledger() {
    return ledger;
  }

  @Test
  void everyChain_isWhole() {
    try (LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
      assertThat(topics.audit().problems()).isEmpty();
    }
  }
}
