package dev.handoffledger.standalone.instances;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.broker.Ports;
import dev.handoffledger.server.GatewayCommand;
import dev.handoffledger.server.ProcessorCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** A broker, and processors and gateways as processes that share its ledger. */
final class Cluster implements AutoCloseable {
  private final Path folder;
  private final EmbeddedBroker broker;
  private final List<ServerProcess> processes = new ArrayList<>();

  Cluster(Path folder) {
    this.folder = folder;
    this.broker = EmbeddedBroker.start(folder.resolve("kafka"));
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Starts a processor and returns at once. */
  ServerProcess processor(String name) throws IOException {
    return launch(ProcessorCommand.class, name);
  }

  /** Starts a gateway and returns at once. */
  ServerProcess gateway(String name) throws IOException {
    return launch(GatewayCommand.class, name);
  }

  private ServerProcess launch(Class<?> program, String name) throws IOException {
    ServerProcess process =
        ServerProcess.launch(program, name, folder, Ports.free(), bootstrapServers());
    processes.add(process);
    return process;
  }

  static void awaitReady(ServerProcess... processes)
      throws ExecutionException, InterruptedException {
    for (ServerProcess process : processes) {
      process.awaitReady();
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (ServerProcess process : processes) {
      process.close();
    }
    broker.close();
  }
}
