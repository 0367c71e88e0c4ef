package dev.handoffledger.standalone.registry;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds a Java on this machine that is new enough for another program than ours. */
final class LaterJava {
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  private LaterJava() {}

  /** The {@code java} command of a Java of at least that version. */
  static Path command(int version) {
    for (Path home : homes()) {
      Path command = home.resolve("bin").resolve("java");
      if (Files.isExecutable(command) && version(home) >= version) {
        return command;
      }
    }
    throw new AssertionError(
        "There is no Java "
            + version
            + " or later in "
            + INSTALLED
            + ": install one, or name its folder in the environment's HANDOFF_LATER_JAVA_HOME");
  }

  private static List<Path> homes() {
    List<Path> homes = new ArrayList<>();
    String named = System.getenv("HANDOFF_LATER_JAVA_HOME");
    if (named != null) {
      homes.add(Path.of(named));
    }
    homes.add(Path.of(System.getProperty("java.home")));
    if (Files.isDirectory(INSTALLED)) {
      try (Stream<Path> folders = Files.list(INSTALLED)) {
        folders.sorted().forEach(homes::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return homes;
  }

  /** The feature version that the home's file {@code release} names, 0 if it names none. */
  private static int version(Path home) {
    Path file = home.resolve("release");
    if (!Files.isReadable(file)) {
      return 0;
    }
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      release.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
    return version.isEmpty() ? 0 : Runtime.Version.parse(version).feature();
  }
}
