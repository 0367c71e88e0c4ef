package dev.handoffledger.projections.issue;

import java.util.List;

/** The exact calls that read an issue's evidence, ready to be used as they are. */
public interface EvidenceCalls {

  /** The calls that read the records of a cluster of telemetry. */
  List<String> ofCluster(String clusterId);

  /** The calls that show what a session holds. */
  List<String> ofSession(String session);

  /** The calls that read the document of a handoff. */
  List<String> ofHandoff(String handoffId);
}
