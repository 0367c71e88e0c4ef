package dev.handoffledger.standalone.internal;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Where a Kafka is, and how to speak to it.
 *
 * @param servers its bootstrap servers
 * @param clients further properties of every Kafka client, for example for TLS
 */
public record KafkaAddress(String servers, Map<String, String> clients) {
  public KafkaAddress {
    clients = Map.copyOf(clients);
  }

  /** The settings of a client. */
  Map<String, Object> settings(Set<String> known) {
    Map<String, Object> settings = new HashMap<>(clients);
    settings.keySet().retainAll(known);
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers);
    return settings;
  }

  /**
   * The clients' properties that a file has.
   *
   * @param option that names the file
   * @param file null for none
   * @throws IOException if it cannot be read
   */
  public static Map<String, String> clients(String option, Path file) throws IOException {
    if (file == null) {
      return Map.of();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      IOException failure = new IOException(option + ": " + file + " is no properties file");
      failure.addSuppressed(e);
      throw failure;
    }
    Map<String, String> clients = new HashMap<>();
    properties.forEach((name, value) -> clients.put((String) name, (String) value));
    return clients;
  }
}
