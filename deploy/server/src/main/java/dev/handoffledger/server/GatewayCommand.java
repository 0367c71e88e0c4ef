package dev.handoffledger.server;

import dev.handoffledger.gateway.GatewayBackend;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.projections.PeerSecret;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.server.internal.Lifetime;
import dev.handoffledger.server.internal.ServerCommand;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** {@code handoff-gateway}: one of a ledger's gateways, until it is stopped. */
@Command(
    name = "handoff-gateway",
    description =
        "Runs a gateway of a ledger: HTTP, the dashboard and MCP, with its part of the projections."
            + " Several share the projections, and each answers as if it had all. SIGTERM stops it.")
public final class GatewayCommand extends ServerCommand {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayCommand.class);

  private GatewayCommand() {
    super(Program.GATEWAY);
  }

  public static void main(String[] arguments) {
    main(new GatewayCommand(), arguments);
  }

  @Override
  protected BooleanSupplier start(Configuration configuration, Lifetime lifetime) throws Exception {
    Blueprint blueprint = new Blueprint(configuration);
    ProjectionsConfig projectionsConfig = blueprint.projections();
    PeerSecret secret = projectionsConfig.sharing().secret();
    LedgerTopics.ensure(configuration);
    ProjectionsApp projections = lifetime.started(new ProjectionsApp(projectionsConfig));
    projections.start();
    GatewayServer gateway =
        lifetime.started(
            new GatewayServer(
                blueprint.gateway(),
                GatewayBackend.of(
                    projections,
                    secret,
                    () ->
                        List.of(
                            new ReadinessPart(
                                "projections",
                                projections.ready(),
                                projections.obstacle().orElse("running"))))));
    gateway.start();
    LOG.info(
        "event=gateway_started instance={} port={} peers_address={}",
        blueprint.instance(),
        gateway.port(),
        projectionsConfig.sharing().address());
    return projections::failed;
  }
}
