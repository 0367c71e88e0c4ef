package dev.handoffledger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {
  private static final String SECRET = "nobody-may-print-this";

  @TempDir private Path folder;

  private Configuration read(String file, Map<String, String> environment) throws Exception {
    Path path = Files.writeString(folder.resolve("server.properties"), file);
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("KAFKA_BOOTSTRAP_SERVERS", "kafka:9092");
    return Configuration.read(Program.PROCESSOR, path, all);
  }

  private Configuration gateway(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("KAFKA_BOOTSTRAP_SERVERS", "kafka:9092");
    return Configuration.read(Program.GATEWAY, null, all);
  }

  @Test
  void settingThatIsNotGiven_hasItsDefault() throws Exception {
    assertThat(read("", Map.of()).number(Setting.TOPICS_PARTITIONS)).isEqualTo(12);
  }

  @Test
  void file_winsOverTheDefault() throws Exception {
    assertThat(read("handoff.topics.partitions=6", Map.of()).number(Setting.TOPICS_PARTITIONS))
        .isEqualTo(6);
  }

  @Test
  void environment_winsOverTheFile() throws Exception {
    Configuration configuration =
        read("handoff.topics.partitions=6", Map.of("HANDOFF_TOPICS_PARTITIONS", "3"));
    assertThat(configuration.number(Setting.TOPICS_PARTITIONS)).isEqualTo(3);
  }

  @Test
  void kafkaInTheEnvironment_winsOverTheFile() throws Exception {
    Configuration configuration =
        read(
            "kafka.security.protocol=PLAINTEXT\nkafka.client.rack=a",
            Map.of("KAFKA_SECURITY_PROTOCOL", "SSL"));
    assertThat(configuration.kafka())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("client.rack", "a");
  }

  @Test
  void kafkaSettingOfOneClient_isPassedOnWithItsPrefix() throws Exception {
    assertThat(new Blueprint(read("kafka.producer.linger.ms=7", Map.of())).processor().kafka())
        .containsEntry("producer.linger.ms", "7");
  }

  @Test
  void kafkaSetting_winsOverWhatTheLedgerChooses() throws Exception {
    Configuration configuration = read("kafka.producer.transaction.timeout.ms=9000", Map.of());
    assertThat(new Blueprint(configuration).processor().kafka())
        .containsEntry("producer.transaction.timeout.ms", "9000");
  }

  @ParameterizedTest
  @CsvSource({
    "handoff.http.prot, handoff.http.port",
    "handoff.topic.partitions, handoff.topics.partitions",
    "handoff.peer.secret, handoff.peers.secret"
  })
  void unknownSetting_isRefusedWithTheNearest(String unknown, String nearest) {
    assertThatThrownBy(() -> read(unknown + "=1", Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(unknown)
        .hasMessageContaining("did you mean " + nearest + "?");
  }

  @Test
  void unknownVariable_isRefusedWithTheNearest() {
    assertThatThrownBy(() -> read("", Map.of("HANDOFF_HTTP_PROT", "1")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("did you mean HANDOFF_HTTP_PORT?");
  }

  @Test
  void variableOfTheCommandLine_isNoSettingAndNoMistake() throws Exception {
    assertThat(read("", Map.of("HANDOFF_URL", "http://localhost:7440")).warnings()).isEmpty();
  }

  @Test
  void linksToServicesOfKubernetes_areNoSettings() throws Exception {
    Map<String, String> links =
        Map.of(
            "HANDOFF_GATEWAY_SERVICE_HOST", "10.0.0.1",
            "HANDOFF_GATEWAY_PORT", "tcp://10.0.0.1:7440",
            "HANDOFF_GATEWAY_PORT_7440_TCP_ADDR", "10.0.0.1",
            "KAFKA_PORT", "tcp://10.0.0.2:9092",
            "KAFKA_SERVICE_PORT", "9092");
    assertThat(read("", links).warnings()).isEmpty();
  }

  @Test
  void variableThatKafkaDoesNotKnow_isPassedOverWithAWarning() throws Exception {
    Configuration configuration = read("", Map.of("KAFKA_SECURITY_PROTOCOLL", "SSL"));
    assertThat(configuration.kafka()).isEmpty();
    assertThat(configuration.warnings())
        .singleElement()
        .asString()
        .contains("KAFKA_SECURITY_PROTOCOLL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.processing.guarantee",
        "kafka.main.consumer.isolation.level",
        "kafka.application.id",
        "kafka.topic.min.insync.replicas"
      })
  void whatTheLedgerDecidesItself_isRefused(String name) {
    assertThatThrownBy(() -> read(name + "=x", Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handoff.http.port=70000",
        "handoff.http.port=http",
        "handoff.topics.create=yes",
        "handoff.processor.hold=maybe",
        "handoff.threads=0",
        "handoff.peers.address=gateway"
      })
  void valueThatDoesNotFit_isRefusedWithWhatFits(String line) {
    assertThatThrownBy(() -> read(line, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(line.substring(0, line.indexOf('=')))
        .hasMessageContaining("which is not");
  }

  @Test
  void everythingThatIsWrong_isSaidAtOnce() {
    assertThatThrownBy(() -> read("handoff.threads=0\nhandoff.thread=1", Map.of()))
        .hasMessageContaining("handoff.threads in")
        .hasMessageContaining("no setting handoff.thread ");
  }

  @Test
  void kafkasAddress_isRequired() {
    assertThatThrownBy(() -> Configuration.read(Program.PROCESSOR, null, Map.of()))
        .hasMessageContaining("kafka.bootstrap.servers is missing");
  }

  @Test
  void gatewayWithoutASecret_isRefused() {
    assertThatThrownBy(() -> gateway(Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("handoff.peers.secret is missing");
  }

  @Test
  void secretThatCouldBeGuessed_isRefusedWithoutShowingIt() {
    Blueprint blueprint = new Blueprint(gateway(Map.of("HANDOFF_PEERS_SECRET", "guess")));
    assertThatThrownBy(blueprint::projections)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("handoff.peers.secret")
        .hasMessageNotContaining("guess");
  }

  @Test
  void secretInAFile_isItsFirstLine() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
    Blueprint blueprint =
        new Blueprint(gateway(Map.of("HANDOFF_PEERS_SECRET_FILE", file.toString())));
    assertThat(blueprint.peerSecret().orElseThrow().isShownBy("Bearer " + SECRET)).isTrue();
  }

  @Test
  void secrets_areNeverPrinted() {
    Configuration configuration =
        gateway(
            Map.of(
                "HANDOFF_PEERS_SECRET",
                SECRET,
                "KAFKA_SASL_JAAS_CONFIG",
                "password=" + SECRET,
                "KAFKA_SSL_KEYSTORE_PASSWORD",
                SECRET,
                "KAFKA_SECURITY_PROTOCOL",
                "SASL_SSL"));
    assertThat(configuration.print())
        .doesNotContain(SECRET)
        .contains("handoff.peers.secret=(hidden)")
        .contains("kafka.sasl.jaas.config=(hidden)")
        .contains("kafka.security.protocol=SASL_SSL");
    Blueprint blueprint = new Blueprint(configuration);
    assertThat(List.of(blueprint.processor(), blueprint.projections(), blueprint.gateway()))
        .asString()
        .doesNotContain(SECRET);
  }

  @Test
  void moreReplicasInSyncThanThereAre_areRefused() throws Exception {
    Configuration configuration =
        read("handoff.topics.replication-factor=1\nhandoff.topics.min-insync-replicas=2", Map.of());
    assertThatThrownBy(() -> new Blueprint(configuration).replication())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("handoff.topics.min-insync-replicas");
  }

  @Test
  void everyDefault_fits() {
    assertThat(Setting.values())
        .allSatisfy(
            setting -> {
              if (setting.defaultValue() != null) {
                assertThat(setting.form().fits()).accepts(setting.defaultValue());
              }
            });
  }

  @Test
  void everySetting_hasAVariableOfItsOwn() {
    assertThat(Arrays.stream(Setting.values()).map(Setting::variable)).doesNotHaveDuplicates();
  }
}
