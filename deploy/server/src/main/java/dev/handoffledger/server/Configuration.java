package dev.handoffledger.server;

import dev.handoffledger.server.internal.KafkaNames;
import dev.handoffledger.server.internal.NearestName;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings of one program. A variable of the environment wins over the file, the file over the
 * default. {@code HANDOFF_HTTP_PORT} is {@code handoff.http.port}; {@code KAFKA_BOOTSTRAP_SERVERS}
 * is {@code kafka.bootstrap.servers}, which is passed on to Kafka's clients without its prefix.
 */
public final class Configuration {
  /** Names the file, if the command line does not. */
  public static final String FILE_VARIABLE = "HANDOFF_CONFIG";

  private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
  private static final String HANDOFF = "handoff.";
  private static final String KAFKA = "kafka.";
  private static final String HANDOFF_VARIABLE = "HANDOFF_";
  private static final String KAFKA_VARIABLE = "KAFKA_";
  private static final String HIDDEN = "(hidden)";

  /** Those of the command line and of its launcher, which may be set on the same machine. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          FILE_VARIABLE,
          "HANDOFF_URL",
          "HANDOFF_CONTEXT",
          "HANDOFF_PUBLISHER",
          "HANDOFF_HOLDER",
          "HANDOFF_CLAIM_TOKEN",
          "HANDOFF_STARTUP_ARCHIVE");

  /** Kubernetes tells every container so of the services there are. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(".*_(SERVICE_(HOST|PORT(_.+)?)|PORT_[0-9]+_(TCP|UDP|SCTP)(_.+)?)");

  private static final Pattern SERVICE_LINK_VALUE = Pattern.compile("(tcp|udp|sctp)://.*");

  private record Value(String text, String source) {}

  private final Program program;
  private final Map<Setting, Value> given = new EnumMap<>(Setting.class);
  private final Map<String, Value> kafka = new TreeMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final KafkaNames kafkaNames = new KafkaNames();

  private Configuration(Program program) {
    this.program = program;
  }

  /**
   * Reads the configuration of a program.
   *
   * @param file Java properties in UTF-8; null for none
   * @param environment the variables of the process
   * @throws ConfigurationException with everything that is wrong
   */
  public static Configuration read(Program program, Path file, Map<String, String> environment) {
    Map<String, String> properties = file == null ? Map.of() : properties(file);
    return of(program, properties, file == null ? "" : file.toString(), environment);
  }

  /**
   * As given by the program itself.
   *
   * @param properties by their names in a file
   * @throws ConfigurationException with everything that is wrong
   */
  public static Configuration of(Program program, Map<String, String> properties) {
    return of(program, properties, "the program", Map.of());
  }

  private static Configuration of(
      Program program,
      Map<String, String> properties,
      String source,
      Map<String, String> environment) {
    Configuration configuration = new Configuration(program);
    new TreeMap<>(properties)
        .forEach((name, value) -> configuration.takeProperty(name, value.strip(), source));
    new TreeMap<>(environment)
        .forEach((name, value) -> configuration.takeVariable(name, value.strip()));
    configuration.check();
    if (!configuration.problems.isEmpty()) {
      throw new ConfigurationException(configuration.problems);
    }
    return configuration;
  }

  private static Map<String, String> properties(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "cannot read the configuration file "
              + file
              + ": give a file of Java properties in UTF-8 with --config or "
              + FILE_VARIABLE,
          e);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  private void takeProperty(String name, String value, String source) {
    if (name.startsWith(KAFKA)) {
      takeKafka(name.substring(KAFKA.length()), value, name + " in " + source);
      return;
    }
    Optional<Setting> setting =
        Arrays.stream(Setting.values()).filter(known -> known.key().equals(name)).findFirst();
    if (setting.isPresent()) {
      given.put(setting.get(), new Value(value, name + " in " + source));
    } else {
      List<String> known = Arrays.stream(Setting.values()).map(Setting::key).toList();
      problems.add(
          "there is no setting "
              + name
              + " ("
              + source
              + ")"
              + suggestion(name, known)
              + (name.startsWith(HANDOFF) ? "" : "; names start with handoff. or kafka."));
    }
  }

  private void takeVariable(String name, String value) {
    if (name.startsWith(KAFKA_VARIABLE)) {
      String kafkaName =
          name.substring(KAFKA_VARIABLE.length()).toLowerCase(Locale.ROOT).replace('_', '.');
      if (kafkaNames.isKnown(kafkaName)) {
        takeKafka(kafkaName, value, name);
      } else if (!isServiceLink(name, value)) {
        warnings.add(
            name + " in the environment is no setting of Kafka's clients, and is passed over");
      }
      return;
    }
    if (!name.startsWith(HANDOFF_VARIABLE) || OTHER_VARIABLES.contains(name)) {
      return;
    }
    Optional<Setting> setting =
        Arrays.stream(Setting.values()).filter(known -> known.variable().equals(name)).findFirst();
    if (setting.isPresent()) {
      given.put(setting.get(), new Value(value, name));
    } else if (!isServiceLink(name, value)) {
      List<String> known = Arrays.stream(Setting.values()).map(Setting::variable).toList();
      problems.add(
          "there is no setting " + name + " (in the environment)" + suggestion(name, known));
    }
  }

  private static boolean isServiceLink(String name, String value) {
    return SERVICE_LINK.matcher(name).matches() || SERVICE_LINK_VALUE.matcher(value).matches();
  }

  private static String suggestion(String name, List<String> known) {
    return NearestName.of(name, known).map(nearest -> "; did you mean " + nearest + "?").orElse("");
  }

  private void takeKafka(String name, String value, String source) {
    String instead = kafkaNames.insteadOf(name);
    if (instead != null && program != Program.STANDALONE) {
      problems.add(source + " cannot be passed on to Kafka: " + instead);
      return;
    }
    if (!kafkaNames.isKnown(name)) {
      warnings.add(source + " is no setting of Kafka's clients; it is passed on all the same");
    }
    kafka.put(name, new Value(value, source));
  }

  private void check() {
    given.forEach(
        (setting, value) -> {
          if (!setting.form().fits().test(value.text())) {
            problems.add(
                "%s is %s, which is not %s"
                    .formatted(
                        value.source(),
                        setting.isSecret() ? HIDDEN : "'" + value.text() + "'",
                        setting.form().wanted()));
          }
        });
    if (!kafka.containsKey(BOOTSTRAP_SERVERS)) {
      problems.add(
          "kafka.bootstrap.servers is missing: give the addresses of some brokers there or in"
              + " KAFKA_BOOTSTRAP_SERVERS");
    }
    boolean secret = given.containsKey(Setting.PEERS_SECRET);
    boolean secretFile = given.containsKey(Setting.PEERS_SECRET_FILE);
    if (program == Program.GATEWAY && !secret && !secretFile) {
      problems.add(
          "handoff.peers.secret is missing: give all gateways of the ledger the same, there or in a"
              + " file that handoff.peers.secret-file names");
    }
    if (secret && secretFile) {
      problems.add("give either handoff.peers.secret or handoff.peers.secret-file, not both");
    }
  }

  public Program program() {
    return program;
  }

  /** What looks like a mistake but is none for certain, as sentences. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The value of a setting: as given, or else its default; empty if it has none. */
  public Optional<String> find(Setting setting) {
    return Optional.ofNullable(given.get(setting))
        .map(Value::text)
        .or(() -> Optional.ofNullable(setting.defaultValue()));
  }

  /**
   * The value of a setting that has a default.
   *
   * @throws IllegalStateException if it has none and was not given
   */
  public String text(Setting setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no default"));
  }

  /** The value of a setting that is a whole number. */
  public int number(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  /** The value of a setting that is true or false. */
  public boolean flag(Setting setting) {
    return Boolean.parseBoolean(text(setting));
  }

  /** Of the Kafka cluster. */
  public String bootstrapServers() {
    return kafka.get(BOOTSTRAP_SERVERS).text();
  }

  /** What is passed on to Kafka's clients, without the address of the cluster. */
  public Map<String, String> kafka() {
    Map<String, String> settings = new TreeMap<>();
    kafka.forEach((name, value) -> settings.put(name, value.text()));
    settings.remove(BOOTSTRAP_SERVERS);
    return settings;
  }

  /** Every setting of the program as it stands, one a line; secrets are not shown. */
  public String print() {
    StringBuilder text = new StringBuilder();
    for (Setting setting : Setting.values()) {
      if (setting.isOf(program)) {
        Value value = given.get(setting);
        String shown = setting.isSecret() && value != null ? HIDDEN : find(setting).orElse("");
        text.append(setting.key()).append('=').append(shown);
        text.append(value == null ? "" : "  # " + value.source()).append('\n');
      }
    }
    kafka.forEach(
        (name, value) ->
            text.append(KAFKA)
                .append(name)
                .append('=')
                .append(kafkaNames.isHarmless(name) ? value.text() : HIDDEN)
                .append("  # ")
                .append(value.source())
                .append('\n'));
    return text.toString();
  }
}
