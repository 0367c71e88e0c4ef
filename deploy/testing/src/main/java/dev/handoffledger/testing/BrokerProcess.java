package dev.handoffledger.testing;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.broker.EmbeddedBroker.Detour;
import dev.handoffledger.broker.EmbeddedBroker.Options;
import java.nio.file.Path;

/** An embedded broker in a process of its own, with a second address that leads over a proxy. */
public final class BrokerProcess {
  /** What it prints once it serves. */
  public static final String READY = "The broker serves.";

  private BrokerProcess() {}

  /**
   * @param arguments the data folder, the port, the port to which the proxy leads, and the proxy's
   */
  public static void main(String[] arguments) throws InterruptedException {
    Options options =
        Options.DEFAULT
            .withPort(Integer.parseInt(arguments[1]))
            .withDetour(new Detour(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3])));
    try (EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments[0]), options)) {
      System.out.println(READY + " " + broker.bootstrapServers());
      Thread.currentThread().join();
    }
  }
}
