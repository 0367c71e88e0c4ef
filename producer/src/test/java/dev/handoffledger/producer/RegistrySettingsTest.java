package dev.handoffledger.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.producer.internal.RegistrySettings;
import dev.handoffledger.producer.internal.RegistrySettings.Server;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrySettingsTest {
  private static final String URL = "http://registry:8081";
  private static final String BASIC_A_B = "Basic YTpi";

  @Test
  void addresses_areAskedInTheirOrderWithoutTheSlashAtTheEnd() {
    assertThat(servers(Map.of("schema.registry.url", "http://a:8081/, https://b/apis/ccompat/v7")))
        .containsExactly(
            new Server("http://a:8081", null), new Server("https://b/apis/ccompat/v7", null));
  }

  @Test
  void schemas_areRegisteredByDefault() {
    RegistrySettings settings = RegistrySettings.of(Map.of("schema.registry.url", URL));

    assertThat(settings.autoRegister()).isTrue();
    assertThat(settings.useLatest()).isFalse();
  }

  @Test
  void userInfo_isTheCredentials() {
    assertThat(servers(Map.of("schema.registry.url", URL, "basic.auth.user.info", "a:b")))
        .containsExactly(new Server(URL, BASIC_A_B));
  }

  @Test
  void credentialsInTheAddress_areTakenOutOfIt() {
    assertThat(servers(Map.of("schema.registry.url", "http://a:b@registry:8081")))
        .containsExactly(new Server(URL, BASIC_A_B));
  }

  @Test
  void credentialsOfTheAddress_areTakenWhereTheSourceSaysSo() {
    assertThat(
            servers(
                Map.of(
                    "schema.registry.url",
                    "http://a:b@registry:8081",
                    "basic.auth.credentials.source",
                    "URL",
                    "basic.auth.user.info",
                    "c:d")))
        .containsExactly(new Server(URL, BASIC_A_B));
  }

  @Test
  void server_showsNoCredentials() {
    assertThat(new Server(URL, BASIC_A_B)).hasToString(URL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"registry:8081", "ftp://registry", "http://", "http://a b", "http://a?b"})
  void addressThatIsNone_isRefused(String url) {
    assertThatThrownBy(() -> servers(Map.of("schema.registry.url", url)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schema.registry.url");
  }

  @Test
  void addressThatCannotBeRead_isNotRepeatedWithItsPassword() {
    assertThatThrownBy(() -> servers(Map.of("schema.registry.url", "http://a:s3cret@b c")))
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "basic.auth.credentials.source, SASL_INHERIT, URL or USER_INFO",
    "basic.auth.credentials.source, USER_INFO, basic.auth.user.info is missing",
    "auto.register.schemas, perhaps, auto.register.schemas"
  })
  void valueThatASettingCannotHave_isRefused(String name, String value, String message) {
    assertThatThrownBy(() -> servers(Map.of("schema.registry.url", URL, name, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "value.subject.name.strategy, io.confluent.kafka.serializers.subject.RecordNameStrategy",
    "bearer.auth.token, t",
    "schema.registry.ssl.truststore.location, /etc/t.jks",
    "value.schema.id.serializer, io.confluent.kafka.serializers.schema.id.HeaderSchemaIdSerializer",
    "json.fail.invalid.schema, true"
  })
  void settingOfConfluentsSerializerAlone_isRefusedWithWhatToDo(String name, String value) {
    assertThatThrownBy(() -> configure(name, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("io.confluent.kafka.serializers.json.KafkaJsonSchemaSerializer");
  }

  @ParameterizedTest
  @CsvSource({
    "value.subject.name.strategy, io.confluent.kafka.serializers.subject.TopicNameStrategy",
    "normalize.schemas, false",
    "client.id, any"
  })
  void settingThatChangesNothing_isAccepted(String name, String value) {
    configure(name, value);
  }

  @Test
  void serializerThatIsNotThere_isRefused() {
    assertThatThrownBy(
            () ->
                new ArtifactSender(
                    Map.of(
                        "bootstrap.servers",
                        "127.0.0.1:1",
                        "value.serializer",
                        "io.confluent.kafka.serializers.json.KafkaJsonSchemaSerializer")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("could not be found");
  }

  private static void configure(String name, String value) {
    Map<String, Object> properties = new HashMap<>(Map.of("schema.registry.url", URL));
    properties.put(name, value);
    try (RegistryJsonSerializer serializer = new RegistryJsonSerializer()) {
      serializer.configure(properties, false);
    }
  }

  private static List<Server> servers(Map<String, String> properties) {
    return RegistrySettings.of(properties).servers();
  }
}
