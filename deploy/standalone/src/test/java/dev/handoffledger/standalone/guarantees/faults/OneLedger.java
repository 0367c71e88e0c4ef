package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.broker.Ports;
import dev.handoffledger.standalone.StandaloneLedger;
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
  private static final int LEDGER_MEGABYTES = 768;

  private final TcpProxy network;
  private final MemberProcess broker;
  private final MemberProcess ledger;
  private final String kafka;
  private final String kafkaDirectly;
  private final String gateway;

  private OneLedger(
      TcpProxy network,
      MemberProcess broker,
      MemberProcess ledger,
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
    MemberProcess broker = MemberProcess.broker(folder, port, behindProxy, proxied);
    MemberProcess ledger =
        new MemberProcess(
            "ledger",
            () ->
                JavaProcess.launch(
                    "ledger",
                    folder,
                    LEDGER_MEGABYTES,
                    Main.class,
                    folder.resolve("data").toString(),
                    Integer.toString(http),
                    kafka),
            process -> process.awaitOutput(Main.READY, MemberProcess.START_SECONDS));
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
