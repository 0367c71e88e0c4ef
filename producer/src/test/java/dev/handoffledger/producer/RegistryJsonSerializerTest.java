package dev.handoffledger.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.handoffledger.producer.internal.ArtifactEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What needs no registry; the rest is tested with a real one ({@code mvn -Pregistry}). */
@Timeout(60)
class RegistryJsonSerializerTest {
  private static final byte[] JSON = "{}".getBytes(UTF_8);
  private static final String BRIEFS = "handoff.in.planner-brief";

  @Test
  void valueOfAnotherTopic_staysAsItIs() throws Exception {
    try (RegistryJsonSerializer serializer = serializer("http://127.0.0.1:" + closedPort())) {
      assertThat(serializer.serialize("handoff.commands", JSON)).isSameAs(JSON);
      assertThat(serializer.serialize("handoff.in.unknown", JSON)).isSameAs(JSON);
    }
  }

  @Test
  void registryThatIsDown_isNamedWithWhatToDo() throws Exception {
    String url = "http://127.0.0.1:" + closedPort();
    try (RegistryJsonSerializer serializer = serializer(url)) {
      assertThatThrownBy(() -> serializer.serialize(BRIEFS, JSON))
          .isInstanceOf(SchemaRegistryException.class)
          .hasMessageContaining(url)
          .hasMessageContaining("schema.registry.url");
    }
  }

  @Test
  void serverThatIsNoRegistry_isToldApart() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    try (RegistryJsonSerializer serializer =
        serializer("http://127.0.0.1:" + server.getAddress().getPort())) {
      assertThatThrownBy(() -> serializer.serialize(BRIEFS, JSON))
          .isInstanceOf(SchemaRegistryException.class)
          .hasMessageContaining("does not answer as a Schema Registry (status 404)")
          .hasMessageContaining("/apis/ccompat/v7");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void keys_areNotForIt() {
    assertThatThrownBy(
            () ->
                new RegistryJsonSerializer()
                    .configure(Map.of("schema.registry.url", "http://127.0.0.1:1"), true))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void withoutARegistry_artifactsGoOutAsTheyAre() {
    try (ArtifactEncoder encoder = ArtifactEncoder.of(Map.of(), RegistryJsonSerializer.class)) {
      assertThat(encoder.encode(BRIEFS, null, JSON)).isEqualTo(JSON);
    }
  }

  private static RegistryJsonSerializer serializer(String url) {
    RegistryJsonSerializer serializer = new RegistryJsonSerializer();
    serializer.configure(Map.of("schema.registry.url", url), false);
    return serializer;
  }

  private static int closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
