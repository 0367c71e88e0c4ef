package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A package of {@code src/test/node}, installed into a folder of its own. */
public final class NodePackage {
  private static final Path SOURCES = Path.of("src", "test", "node");

  private final Path folder;

  private NodePackage(Path folder) {
    this.folder = folder;
  }

  /** Installs what the package's lock file names. */
  public static NodePackage install(String name, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(SOURCES.resolve(name))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    NodePackage installed = new NodePackage(folder);
    installed.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    return installed;
  }

  /** Runs a command in the package's folder, which must succeed, and gives what it printed. */
  public String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
