package dev.handoffledger.testing;

import dev.handoffledger.broker.EmbeddedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Gives a test class a Kafka without a ledger in it. Which one, the build says:
 *
 * <ul>
 *   <li>{@code -Dkafka.bootstrap=host:port}: one that is there. It must have no ledger's topics;
 *       those that the class makes are removed after it.
 *   <li>{@code -Dkafka.container=true}: a container of {@code apache/kafka:4.4.0}, or of the image
 *       that {@code -Dkafka.image} names.
 *   <li>Otherwise an embedded broker.
 * </ul>
 *
 * <p>It prints which one it took.
 */
public final class TestKafka implements BeforeAllCallback, AfterAllCallback {
  private static final String IMAGE = "apache/kafka:4.4.0";
  private static final String PREFIX = "handoff";

  /** A Kafka, for as long as a class needs it. */
  private interface Source {
    String bootstrapServers();

    void close() throws Exception;
  }

  private Source source;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    if (isNested(context)) {
      return;
    }
    String external = System.getProperty("kafka.bootstrap", "");
    if (!external.isEmpty()) {
      source = External.of(external);
    } else if (Boolean.getBoolean("kafka.container")) {
      source = Container.start(System.getProperty("kafka.image", IMAGE));
    } else {
      source = Embedded.start();
    }
    System.out.println(context.getDisplayName() + " runs on " + source);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (source != null && !isNested(context)) {
      source.close();
    }
  }

  /** Nested classes share the Kafka of the one around them. */
  private static boolean isNested(ExtensionContext context) {
    return context.getRequiredTestClass().getEnclosingClass() != null;
  }

  /** Its address. */
  public String bootstrapServers() {
    return source.bootstrapServers();
  }

  private record External(String bootstrapServers) implements Source {
    static External of(String bootstrapServers) throws ExecutionException, InterruptedException {
      try (Admin admin = admin(bootstrapServers)) {
        List<String> topics = ofALedger(admin);
        if (!topics.isEmpty()) {
          throw new IllegalStateException(
              "the Kafka at "
                  + bootstrapServers
                  + " has a ledger (%s, …): give one without, since tests remove theirs"
                      .formatted(topics.get(0)));
        }
      }
      return new External(bootstrapServers);
    }

    private static List<String> ofALedger(Admin admin)
        throws ExecutionException, InterruptedException {
      return admin.listTopics().names().get().stream()
          .filter(name -> name.startsWith(PREFIX))
          .sorted()
          .toList();
    }

    @Override
    public void close() throws ExecutionException, InterruptedException {
      try (Admin admin = admin(bootstrapServers)) {
        admin.deleteTopics(ofALedger(admin)).all().get();
        // Topics that are being deleted are listed until they are gone.
        while (!ofALedger(admin).isEmpty()) {
          Thread.onSpinWait();
        }
        List<String> groups =
            admin.listGroups().all().get().stream()
                .map(GroupListing::groupId)
                .filter(name -> name.startsWith(PREFIX))
                .toList();
        for (ConsumerGroupDescription group :
            admin.describeConsumerGroups(groups).all().get().values()) {
          if (!group.members().isEmpty()) {
            leave(admin, group.groupId());
          }
        }
        admin.deleteConsumerGroups(groups).all().get();
      }
    }

    /** A member that is known by name stays in its group when its process ends. */
    private static void leave(Admin admin, String group)
        throws ExecutionException, InterruptedException {
      admin
          .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
    }

    private static Admin admin(String bootstrapServers) {
      return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    @Override
    public String toString() {
      return "the Kafka at " + bootstrapServers;
    }
  }

  private record Container(KafkaContainer container, String image) implements Source {
    static Container start(String image) {
      DockerImageName name = DockerImageName.parse(image).asCompatibleSubstituteFor("apache/kafka");
      KafkaContainer container =
          new KafkaContainer(name).withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
      container.start();
      return new Container(container, image);
    }

    @Override
    public String bootstrapServers() {
      return container.getBootstrapServers();
    }

    @Override
    public void close() {
      container.stop();
    }

    @Override
    public String toString() {
      return "a container of " + image + " at " + bootstrapServers();
    }
  }

  private record Embedded(EmbeddedBroker broker, Path folder) implements Source {
    static Embedded start() throws IOException {
      Path folder = Files.createTempDirectory("test-kafka");
      return new Embedded(EmbeddedBroker.start(folder), folder);
    }

    @Override
    public String bootstrapServers() {
      return broker.bootstrapServers();
    }

    @Override
    public void close() throws IOException {
      broker.close();
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .sorted(Comparator.reverseOrder())
            .forEach(
                file -> {
                  try {
                    Files.delete(file);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
      }
    }

    @Override
    public String toString() {
      return "an embedded broker at " + bootstrapServers();
    }
  }
}
