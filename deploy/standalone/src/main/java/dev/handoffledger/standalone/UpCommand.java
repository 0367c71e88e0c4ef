package dev.handoffledger.standalone;

import dev.handoffledger.standalone.StandaloneLedger.Options;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.KafkaAddress;
import dev.handoffledger.standalone.internal.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
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
      ledger =
          StandaloneLedger.start(
              folder, port, Options.DEFAULT.withClients(KafkaAddress.clients("--config", config)));
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
}
