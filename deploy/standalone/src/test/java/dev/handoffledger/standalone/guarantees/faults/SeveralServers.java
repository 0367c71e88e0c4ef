package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.broker.Ports;
import dev.handoffledger.server.GatewayCommand;
import dev.handoffledger.server.ProcessorCommand;
import dev.handoffledger.standalone.instances.ServerProcess;
import dev.handoffledger.testing.TcpProxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A broker, two processors and two gateways, as {@code handoff-processor} and {@code
 * handoff-gateway} start them, each a process of its own, and a proxy between them and the broker.
 */
final class SeveralServers implements Deployment {
  private static final List<String> NUMBERS = List.of("-1", "-2");

  private final TcpProxy network;
  private final String kafka;
  private final String kafkaDirectly;
  private final MemberProcess broker;
  private final List<MemberProcess> servers = new ArrayList<>();
  private final List<String> gateways = new ArrayList<>();

  private SeveralServers(Path folder) throws Exception {
    int port = Ports.free();
    int behindProxy = Ports.free();
    int proxied = Ports.free();
    network = TcpProxy.start(proxied, behindProxy);
    kafka = "127.0.0.1:" + proxied;
    kafkaDirectly = "127.0.0.1:" + port;
    broker = MemberProcess.broker(folder, port, behindProxy, proxied);
    for (String number : NUMBERS) {
      servers.add(server(ProcessorCommand.class, "processor" + number, folder, Ports.free()));
    }
    for (String number : NUMBERS) {
      int http = Ports.free();
      servers.add(server(GatewayCommand.class, "gateway" + number, folder, http));
      gateways.add("http://127.0.0.1:" + http);
    }
  }

  /** Starts all of them and returns once they serve. */
  static SeveralServers start(Path folder) throws Exception {
    SeveralServers all = new SeveralServers(folder);
    try {
      all.broker.restart();
      for (MemberProcess server : all.servers) {
        server.launch();
      }
      for (MemberProcess server : all.servers) {
        server.awaitServing();
      }
      return all;
    } catch (Exception | AssertionError e) {
      all.close();
      throw e;
    }
  }

  private MemberProcess server(Class<?> program, String name, Path folder, int port) {
    return new MemberProcess(
        name,
        () -> ServerProcess.launch(program, name, folder, port, kafka).process(),
        process -> new ServerProcess(port, process).awaitReady());
  }

  @Override
  public List<Member> members() {
    List<Member> members = new ArrayList<>(List.of(broker));
    members.addAll(servers);
    return members;
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
    return gateways;
  }

  @Override
  public void close() throws InterruptedException {
    for (MemberProcess server : servers) {
      server.end();
    }
    broker.end();
    network.close();
  }
}
