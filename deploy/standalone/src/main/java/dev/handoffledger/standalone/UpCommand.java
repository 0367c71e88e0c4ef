package dev.handoffledger.standalone;

import dev.handoffledger.standalone.StandaloneLedger.Options;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.LogFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code handoff up}: a ledger on this machine until it is stopped. */
@Command(
    name = "up",
    description =
        "Starts a ledger on this machine: broker, processor, projections and HTTP in one process."
            + " Ctrl-C stops it; nothing is lost, however it ends.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff up",
      "  handoff up --data /srv/ledger --port 7441",
      "  handoff up --config registry.properties"
    })
final class UpCommand implements Callable<Integer> {
  private static final int CANNOT_RUN = 2;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The ledger's folder (default: ~/.handoff-ledger).")
  private Path data = Path.of(System.getProperty("user.home"), ".handoff-ledger");

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The HTTP port on 127.0.0.1, 0 for any free one (default: ${DEFAULT-VALUE}).",
      defaultValue = "7440")
  private int port;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties of the gateway's Kafka clients; with schema.registry.url artifacts travel"
              + " behind their schema's id (docs/registry.md).")
  private Path config;

  @Override
  public Integer call() throws InterruptedException {
    Path folder = data.toAbsolutePath().normalize();
    LogFile.use(folder);
    Console.err("Starting a ledger in " + folder + " …");
    long started = System.nanoTime();
    StandaloneLedger ledger;
    try {
      ledger = StandaloneLedger.start(folder, port, Options.DEFAULT.withClients(clients()));
    } catch (IOException | RuntimeException e) {
      Console.err("handoff: " + Console.reason(e));
      return CANNOT_RUN;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ledger.close();
                  Console.err("Stopped.");
                  stopped.countDown();
                },
                "stop"));
    double seconds = (System.nanoTime() - started) / 1e9;
    Console.out("HTTP   " + ledger.url());
    Console.out("Kafka  " + ledger.bootstrapServers());
    Console.out("Data   " + folder);
    Console.out(String.format(Locale.ROOT, "Ready after %.1f s. Ctrl-C stops it.", seconds));
    stopped.await();
    return 0;
  }

  private Map<String, String> clients() throws IOException {
    if (config == null) {
      return Map.of();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(config, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      IOException failure = new IOException("--config: " + config + " is no properties file");
      failure.addSuppressed(e);
      throw failure;
    }
    Map<String, String> clients = new HashMap<>();
    properties.forEach((name, value) -> clients.put((String) name, (String) value));
    return clients;
  }
}
