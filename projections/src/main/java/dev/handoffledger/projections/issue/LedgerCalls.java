package dev.handoffledger.projections.issue;

import dev.handoffledger.schemas.PercentEncoding;
import java.util.List;

/** The ledger's own calls, over HTTP and on the command line, and the publisher's for telemetry. */
public final class LedgerCalls implements EvidenceCalls {
  private static final String ID_PREFIX = "sha256:";

  @Override
  public List<String> ofCluster(String clusterId) {
    return List.of("loopops_telemetry({ cluster_id: \"" + clusterId + "\" })");
  }

  @Override
  public List<String> ofSession(String session) {
    int slash = session.indexOf('/');
    String format = session.substring(0, slash);
    String id = session.substring(slash + 1);
    return List.of(
        "GET /v1/sessions/" + format + "/" + PercentEncoding.encode(id),
        "handoff session " + session);
  }

  @Override
  public List<String> ofHandoff(String handoffId) {
    String digits =
        handoffId.startsWith(ID_PREFIX) ? handoffId.substring(ID_PREFIX.length()) : handoffId;
    return List.of("GET /v1/handoffs/" + digits + "/artifact", "handoff show " + digits);
  }
}
