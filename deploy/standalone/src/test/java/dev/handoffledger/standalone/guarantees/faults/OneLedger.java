package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.broker.Ports;
import dev.handoffledger.standalone.StandaloneLedger;
import dev.handoffledger.testing.BrokerProcess;
import dev.handoffledger.testing.JavaProcess;
import dev.handoffledger.testing.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A broker and a ledger (processor, projections and gateway in one, as {@code handoff up} has
 * them), each a process of its own, and a proxy between them.
 */
final class OneLedger implements Deployment {
  private static final int START_SECONDS = 150;
  private static final int BROKER_MEGABYTES = 512;
  private static final int LEDGER_MEGABYTES = 768;

  private final TcpProxy network;
  private final Process broker;
  private final Process ledger;
  private final String kafka;
  private final String kafkaDirectly;
  private final String gateway;

  private OneLedger(
      TcpProxy network,
      Process broker,
      Process ledger,
      String kafka,
      String kafkaDirectly,
      String gateway) {
    this.network = network;
    this.broker = broker;
    this.ledger = ledger;
    this.kafka = kafka;
    this.kafkaDirectly = kafkaDirectly;
    this.gateway = gateway;
  }

  /** Starts all of it and returns once it serves. */
  static OneLedger start(Path folder) throws Exception {
    int port = Ports.free();
    int behindProxy = Ports.free();
    int proxied = Ports.free();
    int http = Ports.free();
    String kafka = "127.0.0.1:" + proxied;
    TcpProxy network = TcpProxy.start(proxied, behindProxy);
    Process broker =
        new Process(
            "broker",
            folder,
            BROKER_MEGABYTES,
            BrokerProcess.class,
            BrokerProcess.READY,
            folder.resolve("kafka").toString(),
            Integer.toString(port),
            Integer.toString(behindProxy),
            Integer.toString(proxied));
    Process ledger =
        new Process(
            "ledger",
            folder,
            LEDGER_MEGABYTES,
            Main.class,
            Main.READY,
            folder.resolve("data").toString(),
            Integer.toString(http),
            kafka);
    OneLedger all =
        new OneLedger(
            network, broker, ledger, kafka, "127.0.0.1:" + port, "http://127.0.0.1:" + http);
    try {
      broker.restart();
      ledger.restart();
      return all;
    } catch (Exception | AssertionError e) {
      all.close();
      throw e;
    }
  }

  /** The ledger's process. */
  static final class Main {
    static final String READY = "The ledger serves.";

    private Main() {}

    /**
     * @param arguments the data folder, the HTTP port, Kafka's address
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
      try (StandaloneLedger started =
          StandaloneLedger.start(
              Path.of(arguments[0]),
              Integer.parseInt(arguments[1]),
              StandaloneLedger.Options.DEFAULT.withKafka(arguments[2]))) {
        System.out.println(READY + " " + started.url());
        Thread.currentThread().join();
      }
    }
  }

  /** One of the two. */
  private static final class Process implements Member {
    private final String name;
    private final Path folder;
    private final int megabytes;
    private final Class<?> main;
    private final String ready;
    private final String[] arguments;
    private JavaProcess process;
    private boolean killed = true;

    Process(
        String name, Path folder, int megabytes, Class<?> main, String ready, String... arguments) {
      this.name = name;
      this.folder = folder;
      this.megabytes = megabytes;
      this.main = main;
      this.ready = ready;
      this.arguments = arguments;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public synchronized void kill() throws InterruptedException {
      killed = true;
      process.kill();
    }

    @Override
    public synchronized void restart() throws IOException {
      process = JavaProcess.launch(name, folder, megabytes, main, arguments);
      process.awaitOutput(ready, START_SECONDS);
      killed = false;
    }

    @Override
    public synchronized void pause() throws IOException, InterruptedException {
      process.pause();
    }

    @Override
    public synchronized void resume() throws IOException, InterruptedException {
      process.resume();
    }

    @Override
    public synchronized boolean hasEnded() {
      return !killed && !process.isAlive();
    }

    @Override
    public synchronized String output() {
      return process.output();
    }

    synchronized void end() throws InterruptedException {
      if (process != null) {
        process.kill();
      }
    }
  }

  @Override
  public List<Member> members() {
    return List.of(broker, ledger);
  }

  @Override
  public TcpProxy network() {
    return network;
  }

  @Override
  public String kafka() {
    return kafka;
  }

  @Override
  public String kafkaDirectly() {
    return kafkaDirectly;
  }

  @Override
  public List<String> gateways() {
    return List.of(gateway);
  }

  @Override
  public void close() throws InterruptedException {
    ledger.end();
    broker.end();
    network.close();
  }
}
