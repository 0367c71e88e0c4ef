package dev.handoffledger.server;

import dev.handoffledger.producer.TopicDifference;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.server.internal.TopicFit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of the ledger, before a program starts to use them. */
public final class LedgerTopics {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerTopics.class);

  private LedgerTopics() {}

  /**
   * Makes the topics that are missing, if it may, and returns once every partition takes records.
   *
   * @throws ConfigurationException if a topic is not as the ledger needs it; says what to change
   * @throws dev.handoffledger.producer.ProvisioningException if Kafka does not answer, or refuses
   */
  public static void ensure(Configuration configuration) throws InterruptedException {
    TopicPlan plan = new Blueprint(configuration).topics();
    Map<String, Object> properties = new HashMap<>(configuration.kafka());
    properties.keySet().retainAll(AdminClientConfig.configNames());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, configuration.bootstrapServers());
    try (TopicProvisioner provisioner = new TopicProvisioner(properties)) {
      boolean create = configuration.flag(Setting.TOPICS_CREATE);
      // What does not fit is found before anything is made beside it.
      refuse(
          provisioner.check(plan).stream()
              .filter(
                  difference -> !create || difference.aspect() != TopicDifference.Aspect.MISSING)
              .toList(),
          configuration.bootstrapServers());
      if (create) {
        refuse(provisioner.provision(plan), configuration.bootstrapServers());
      }
    }
  }

  private static void refuse(List<TopicDifference> differences, String bootstrapServers) {
    TopicFit fit = new TopicFit(bootstrapServers);
    List<String> problems = new ArrayList<>();
    for (TopicDifference difference : differences) {
      Optional<String> remedy = fit.remedy(difference);
      if (remedy.isPresent()) {
        problems.add(difference + ": " + remedy.get());
      } else {
        LOG.info("event=topic_differs difference=\"{}\"", difference);
      }
    }
    if (!problems.isEmpty()) {
      problems.add(0, "the topics do not fit the ledger:");
      throw new ConfigurationException(problems);
    }
  }
}
