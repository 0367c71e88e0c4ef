package dev.handoffledger.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The broker that ran on a data folder before, which the cluster takes for alive if it was killed.
 *
 * <p>A broker that starts while its predecessor counts as alive takes over the transactions that
 * were about to end, and then has no partition at all for as long as its own registration takes.
 * Kafka 4.4.0 takes a partition without a leader for a deleted one (in {@code
 * KRaftMetadataCache.getPartitionLeaderEndpoint}) and drops the markers that end the transaction on
 * it: whoever reads committed records there waits for ever. So the predecessor is given up before
 * the new broker starts.
 */
final class FormerBroker {
  private static final Logger LOG = LoggerFactory.getLogger(FormerBroker.class);
  private static final int SESSION_MILLIS = 200;
  private static final int PATIENCE_SECONDS = 60;

  private FormerBroker() {}

  /**
   * Has the controller give up the former broker, and returns once it has.
   *
   * @return whether it was taken for alive until now
   */
  static boolean giveUp(int nodeId, Path logFolder) throws Exception {
    KafkaConfig config = new KafkaConfig(properties(nodeId, logFolder), false);
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> folder =
        KafkaRaftServer.initializeLogDirs(config, LOG, "");
    try (Metrics metrics = new Metrics()) {
      SharedServer shared =
          new SharedServer(
              config,
              folder._1(),
              Time.SYSTEM,
              metrics,
              CompletableFuture.completedFuture(
                  QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
              List.of(),
              new StandardFaultHandlerFactory(),
              ServerSocketFactory.INSTANCE);
      ControllerServer controller =
          new ControllerServer(shared, KafkaRaftServer.configSchema(), folder._2());
      try {
        controller.startup();
        Departure departure = new Departure(nodeId);
        shared.loader().installPublishers(List.of(departure)).get();
        return departure.await();
      } finally {
        controller.shutdown();
        controller.awaitShutdown();
      }
    }
  }

  /** Those of a controller alone, which soon gives a broker up that it does not hear of. */
  private static Map<String, String> properties(int nodeId, Path logFolder) {
    int port = Ports.free();
    return Map.of(
        "process.roles",
        "controller",
        "node.id",
        Integer.toString(nodeId),
        "log.dirs",
        logFolder.toString(),
        "listeners",
        "CONTROLLER://127.0.0.1:" + port,
        "controller.listener.names",
        "CONTROLLER",
        "controller.quorum.voters",
        nodeId + "@127.0.0.1:" + port,
        "metric.reporters",
        "",
        "broker.session.timeout.ms",
        Integer.toString(SESSION_MILLIS),
        "broker.heartbeat.interval.ms",
        Integer.toString(SESSION_MILLIS / 4));
  }

  /** Waits for the news that a broker is fenced. */
  private static final class Departure implements MetadataPublisher {
    private final int nodeId;
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile boolean wasAlive;

    Departure(int nodeId) {
      this.nodeId = nodeId;
    }

    @Override
    public String name() {
      return "FormerBrokerDeparture";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      BrokerRegistration former = image.cluster().broker(nodeId);
      if (former == null || former.fenced()) {
        told.countDown();
      } else {
        wasAlive = true;
      }
    }

    /** Returns once the broker is fenced, with whether it was not at first. */
    boolean await() throws InterruptedException, TimeoutException {
      if (!told.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new TimeoutException(
            "the controller did not give up the former broker in " + PATIENCE_SECONDS + " s");
      }
      return wasAlive;
    }
  }
}
