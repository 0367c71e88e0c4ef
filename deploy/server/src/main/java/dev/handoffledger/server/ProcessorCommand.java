package dev.handoffledger.server;

import dev.handoffledger.gateway.HealthServer;
import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.server.internal.Lifetime;
import dev.handoffledger.server.internal.ServerCommand;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** {@code handoff-processor}: one of a ledger's processors, until it is stopped. */
@Command(
    name = "handoff-processor",
    description =
        "Runs a processor of a ledger: it validates, chains, links and routes what is published."
            + " Several share the work; one that ends is replaced by the others. SIGTERM stops it.")
public final class ProcessorCommand extends ServerCommand {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessorCommand.class);

  private ProcessorCommand() {
    super(Program.PROCESSOR);
  }

  public static void main(String[] arguments) {
    main(new ProcessorCommand(), arguments);
  }

  @Override
  protected BooleanSupplier start(Configuration configuration, Lifetime lifetime) throws Exception {
    Blueprint blueprint = new Blueprint(configuration);
    ProcessorApp processor = new ProcessorApp(blueprint.processor());
    HealthServer health =
        lifetime.started(
            new HealthServer(
                configuration.text(Setting.HTTP_HOST),
                blueprint.httpPort(),
                () ->
                    List.of(new ReadinessPart("processor", processor.ready(), processor.status())),
                () -> figures(processor)));
    health.start();
    LedgerTopics.ensure(configuration);
    lifetime.started(processor);
    processor.start();
    LOG.info("event=processor_started instance={} port={}", blueprint.instance(), health.port());
    return processor::failed;
  }

  private static Map<String, Long> figures(ProcessorApp processor) {
    Map<String, Long> figures = new TreeMap<>(processor.counters());
    figures.putAll(processor.gauges());
    return figures;
  }
}
