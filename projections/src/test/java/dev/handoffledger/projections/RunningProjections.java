package dev.handoffledger.projections;

import java.nio.file.Path;

/** Starts projections for tests. */
final class RunningProjections {
  private RunningProjections() {}

  static ProjectionsConfig config(String bootstrapServers, Path stateFolder) {
    return ProjectionsConfig.of(bootstrapServers, stateFolder)
        .withInstanceId("one")
        .withRocksDbMemoryBytes(32L << 20);
  }

  /** Projections that can answer. */
  static ProjectionsApp ready(ProjectionsConfig config) {
    ProjectionsApp app = new ProjectionsApp(config);
    try {
      app.start();
      Deadline.inSeconds(60).await(app::ready, app::obstacle);
      return app;
    } catch (AssertionError | RuntimeException e) {
      app.close();
      throw e;
    }
  }
}
