package dev.handoffledger.cli.internal.input;

import java.nio.file.Path;

/** Where artifacts come from. */
sealed interface ArtifactSource {

  /**
   * A file.
   *
   * @param name as users see it
   * @param lines whether it holds one artifact a line
   */
  record ArtifactFile(String name, Path path, boolean lines) implements ArtifactSource {}

  /** Standard input. */
  record StandardInput() implements ArtifactSource {}
}
