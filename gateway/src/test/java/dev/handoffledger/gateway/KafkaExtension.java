package dev.handoffledger.gateway;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.wire.TopicPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a real broker, one for all of them, with the topics that a gateway needs. */
final class KafkaExtension implements ParameterResolver {
  private static final int PARTITIONS = 3;
  private static final List<String> KINDS =
      List.of(
          "session_baton",
          "builder_result",
          "reviewer_verdict",
          "issue_diagnosed",
          "issue_decided",
          "loop_stage_recorded",
          "loop_verified");

  /** A broker that serves until the last test has run. */
  record Kafka(EmbeddedBroker broker, Path folder) implements AutoCloseable {
    String bootstrapServers() {
      return broker.bootstrapServers();
    }

    static Kafka start() {
      try {
        Path folder = Files.createTempDirectory("gateway-test-kafka");
        Kafka kafka = new Kafka(EmbeddedBroker.start(folder), folder);
        createTopics(kafka.bootstrapServers());
        return kafka;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the topics were made", e);
      }
    }

    @Override
    public void close() throws IOException {
      broker.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Kafka.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(KafkaExtension.class))
        .getOrComputeIfAbsent(Kafka.class, type -> Kafka.start(), Kafka.class);
  }

  private static void createTopics(String bootstrapServers) throws InterruptedException {
    TopicPlan plan = TopicPlan.of(KINDS, PARTITIONS, 1);
    try (TopicProvisioner provisioner =
        new TopicProvisioner(Map.of("bootstrap.servers", bootstrapServers))) {
      provisioner.provision(plan);
    }
  }
}
