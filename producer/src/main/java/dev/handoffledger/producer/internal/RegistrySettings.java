package dev.handoffledger.producer.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * What is set of the Schema Registry, under Confluent's names.
 *
 * @param servers the registry's addresses, asked in this order until one answers
 * @param autoRegister whether schemas are registered, rather than looked up
 * @param useLatest whether, where they are not registered, the newest version of a subject is
 *     taken, whatever it is
 */
public record RegistrySettings(List<Server> servers, boolean autoRegister, boolean useLatest) {
  public static final String URL = "schema.registry.url";

  private static final String AUTO_REGISTER = "auto.register.schemas";
  private static final String USE_LATEST = "use.latest.version";
  private static final String CREDENTIALS_SOURCE = "basic.auth.credentials.source";
  private static final String USER_INFO = "basic.auth.user.info";
  private static final String FROM_URL = "URL";
  private static final String FROM_USER_INFO = "USER_INFO";
  private static final Set<String> SUPPORTED =
      Set.of(URL, AUTO_REGISTER, USE_LATEST, CREDENTIALS_SOURCE, USER_INFO);

  /** What the names of Confluent's other settings start with. */
  private static final List<String> CONFLUENT_PREFIXES =
      List.of(
          "schema.registry.",
          "auto.register.",
          "use.latest.",
          "use.schema.",
          "basic.auth.",
          "bearer.auth.",
          "subject.name.",
          "value.subject.",
          "key.subject.",
          "value.schema.",
          "key.schema.",
          "context.name.",
          "normalize.schemas",
          "latest.",
          "id.compatibility.",
          "json.",
          "rule.");

  /** Confluent's other settings with the value that changes nothing, and so may stand here. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.of(
          "subject.name.strategy",
          "io.confluent.kafka.serializers.subject.TopicNameStrategy",
          "value.subject.name.strategy",
          "io.confluent.kafka.serializers.subject.TopicNameStrategy",
          "normalize.schemas",
          "false",
          "json.fail.invalid.schema",
          "false",
          "latest.compatibility.strict",
          "false");

  private static final ConfigDef DEFINITIONS =
      new ConfigDef()
          .define(URL, Type.LIST, Importance.HIGH, "The registry's addresses.")
          .define(AUTO_REGISTER, Type.BOOLEAN, true, Importance.MEDIUM, "Register schemas.")
          .define(USE_LATEST, Type.BOOLEAN, false, Importance.MEDIUM, "Take the newest version.")
          .define(
              CREDENTIALS_SOURCE,
              Type.STRING,
              null,
              ConfigDef.LambdaValidator.with(
                  (name, value) -> checkSource(value), () -> "URL or USER_INFO"),
              Importance.MEDIUM,
              "Where the credentials stand.")
          .define(USER_INFO, Type.PASSWORD, null, Importance.MEDIUM, "user:password");

  /**
   * One address of the registry.
   *
   * @param url without credentials and without a slash at its end
   * @param authorization the value of the header that gives the credentials, or null
   */
  public record Server(String url, String authorization) {
    public Server {
      Objects.requireNonNull(url);
    }

    /** The address alone: it is for messages. */
    @Override
    public String toString() {
      return url;
    }
  }

  public RegistrySettings {
    servers = List.copyOf(servers);
  }

  /** Whether a property is about a Schema Registry, here or with Confluent's serializer. */
  public static boolean isRegistryProperty(String name) {
    return CONFLUENT_PREFIXES.stream().anyMatch(name::startsWith);
  }

  /**
   * Reads the settings among a producer's properties; all others are passed over.
   *
   * @throws ConfigException if one is missing or has a value that it cannot have
   */
  public static RegistrySettings of(Map<String, ?> properties) {
    AbstractConfig config = new AbstractConfig(DEFINITIONS, properties, false);
    String source = config.getString(CREDENTIALS_SOURCE);
    Password userInfo = config.getPassword(USER_INFO);
    if (FROM_USER_INFO.equals(source) && userInfo == null) {
      throw new ConfigException(
          USER_INFO + " is missing: give it as user:password, as " + CREDENTIALS_SOURCE + " says");
    }
    boolean fromUserInfo = userInfo != null && !FROM_URL.equals(source);
    List<Server> servers =
        config.getList(URL).stream()
            .map(url -> server(url, fromUserInfo ? userInfo.value() : null))
            .toList();
    if (servers.isEmpty()) {
      throw new ConfigException(URL + " is empty: give the registry's address, or leave it out");
    }
    return new RegistrySettings(
        servers, config.getBoolean(AUTO_REGISTER), config.getBoolean(USE_LATEST));
  }

  /**
   * Refuses Confluent's settings that would have an effect with Confluent's serializer and have
   * none with ours.
   *
   * @throws ConfigException if one is set
   */
  public static void refuseUnsupported(Map<String, ?> properties) {
    properties.forEach(
        (name, value) -> {
          boolean harmless =
              SUPPORTED.contains(name)
                  || !isRegistryProperty(name)
                  || text(value).equals(WITHOUT_EFFECT.get(name));
          if (!harmless) {
            throw new ConfigException(
                name
                    + " is not supported with this value by "
                    + "dev.handoffledger.producer.RegistryJsonSerializer: remove it, or set"
                    + " value.serializer to "
                    + ArtifactEncoder.CONFLUENT
                    + " (docs/registry.md)");
          }
        });
  }

  private static String text(Object value) {
    return value instanceof Class<?> type ? type.getName() : String.valueOf(value);
  }

  private static Server server(String text, String userInfo) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      // Its message would repeat the credentials that the address may hold.
      throw new ConfigException(URL + ": one of the addresses is no URL; give http://host:port");
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getQuery() != null || uri.getFragment() != null) {
      throw new ConfigException(
          URL
              + ": give addresses as http://host:port or https://host:port, with a path if need be");
    }
    String credentials = userInfo == null ? uri.getUserInfo() : userInfo;
    String path = uri.getRawPath().replaceFirst("/+$", "");
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return new Server(
        uri.getScheme() + "://" + uri.getHost() + port + path,
        credentials == null ? null : "Basic " + base64(credentials));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void checkSource(Object source) {
    if (source != null && !source.equals(FROM_URL) && !source.equals(FROM_USER_INFO)) {
      throw new ConfigException(
          CREDENTIALS_SOURCE + " must be URL or USER_INFO; others need Confluent's serializer");
    }
  }
}
