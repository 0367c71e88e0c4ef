package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher of the project in a project folder of the test's own, with a real Java. */
class LauncherTest {
  private static final String ECHO =
      """
      package dev.handoffledger.%s;

      public final class %s {
        public static void main(String[] arguments) {
          System.out.println("%s " + String.join("|", arguments));
          System.exit(arguments.length);
        }
      }
      """;

  @TempDir private Path folder;
  private Path root;
  private Path launcher;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void layOutAProject() throws IOException {
    layOutAProject("a project with spaces");
  }

  private void layOutAProject(String name) throws IOException {
    root = Files.createDirectories(folder.resolve(name));
    launcher =
        Files.copy(
            Path.of("..", "handoff"), root.resolve("handoff"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void buildCommandLine() throws IOException {
    Path lib = Files.createDirectories(root.resolve("cli/target/lib"));
    Path own = Path.of("target").toAbsolutePath();
    int folders = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (entry.endsWith(".jar")) {
        Files.copy(path, lib.resolve(path.getFileName()));
      } else if (Files.isDirectory(path) && !path.startsWith(own)) {
        // In a build that ends before packaging, a module of the project is a folder of classes.
        jar(lib.resolve("module-" + folders++ + ".jar"), path);
      }
    }
    jar(root.resolve("cli/target/handoff-cli-1.jar"), own.resolve("classes"));
  }

  private void buildStandalone() throws IOException {
    buildServer("standalone", "StandaloneCommand");
  }

  /** A program that tells its arguments, in place of a module of {@code deploy}. */
  private void buildServer(String module, String main) throws IOException {
    Files.createDirectories(root.resolve("deploy/" + module + "/target/lib"));
    Path source =
        Files.writeString(folder.resolve(main + ".java"), ECHO.formatted(module, main, module));
    JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    assertThat(compiler.run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    jar(root.resolve("deploy/" + module + "/target/handoff-" + module + "-1.jar"), classes);
  }

  private static void jar(Path jar, Path classes) {
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    assertThat(tool.run(out, out, "cf", jar.toString(), "-C", classes.toString(), ".")).isZero();
  }

  private Run run(Path command, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(Arrays.asList(arguments));
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("HANDOFF_STARTUP_ARCHIVE", "off");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), out, Files.readString(err));
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    return run(launcher, Map.of(), arguments);
  }

  @Test
  void version_runsTheCommandLineAndPrintsNothingElse() throws Exception {
    buildCommandLine();

    Run run = run("version");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("handoff ").hasLineCount(1);
  }

  @Test
  void mcp_endsWithItsInputAndPrintsNothingButAnswers() throws Exception {
    buildCommandLine();

    Run run = run("mcp");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEmpty();
  }

  @Test
  void whatTheVirtualMachineSays_isNotOnStandardOutput() throws Exception {
    buildCommandLine();

    Run run = run(launcher, Map.of("JAVA_TOOL_OPTIONS", "-Xlog:gc+init"), "version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("handoff ").hasLineCount(1);
  }

  @Test
  void validate_printsNothingButItsOutcome() throws Exception {
    buildCommandLine();
    Path artifact =
        Files.writeString(folder.resolve("grüße.json"), CortexArtifact.of("T-1", "H-1"));

    Run run = run(launcher, Map.of("LC_ALL", "C"), "validate", "-o", "json", artifact.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\"outcome\":\"valid\"").contains("grüße").hasLineCount(1);
  }

  @Test
  void throughLinks_findsItsProject() throws Exception {
    buildCommandLine();
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path first =
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../a project with spaces/handoff"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), first);

    assertThat(run(second, Map.of(), "version").exitCode()).isZero();
  }

  @Test
  void exitCode_isThatOfTheCommand() throws Exception {
    buildCommandLine();

    assertThat(run("sessions", "--url", "http://127.0.0.1:1").exitCode()).isEqualTo(3);
  }

  @Test
  void demo_runsTheStandaloneProgramWithTheCommandFirst() throws Exception {
    buildStandalone();

    assertThat(run("-o", "json", "demo", "--data", "a b").out())
        .isEqualTo("standalone demo|-o|json|--data|a b\n");
  }

  @Test
  void bench_runsTheBenchmarkWithTheCommandFirst() throws Exception {
    buildServer("bench", "BenchCommand");

    assertThat(run("bench", "micro", "--forks", "2").out())
        .isEqualTo("bench bench|micro|--forks|2\n");
  }

  @Test
  void helpOfBench_isAskedOfTheBenchmark() throws Exception {
    buildServer("bench", "BenchCommand");

    assertThat(run("help", "bench").out()).isEqualTo("bench bench|--help\n");
  }

  @Test
  void helpOfUp_isAskedOfTheStandaloneProgram() throws Exception {
    buildStandalone();

    assertThat(run("help", "up").out()).isEqualTo("standalone up|--help\n");
  }

  @Test
  void valueOfAnOption_isNoCommand() throws Exception {
    buildCommandLine();

    assertThat(run("--publisher", "up", "version").out()).startsWith("handoff ");
  }

  @Test
  void javaHomeWithoutJava_isExplained() throws Exception {
    Run run = run(launcher, Map.of("JAVA_HOME", folder.toString()), "version");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("JAVA_HOME").contains("JDK 17");
  }

  @Test
  void withoutMavenOnFirstUse_saysWhatIsMissing() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    for (String tool : List.of("bash", "dirname", "readlink", "sed")) {
      Files.createSymbolicLink(bin.resolve(tool), toolOnPath(tool));
    }

    Run run = run(launcher, Map.of("PATH", bin.toString()), "version");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Maven 3.8");
  }

  private static Path toolOnPath(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void firstUse_buildsSaysSoAndRuns() throws Exception {
    buildCommandLine();
    Path built = Files.move(root.resolve("cli"), folder.resolve("built"));
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path maven =
        Files.writeString(
            bin.resolve("mvn"),
            "#!/bin/sh\necho \"$@\"\nmv '" + built + "' '" + root.resolve("cli") + "'\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    Run run = run(launcher, Map.of("PATH", bin + ":" + System.getenv("PATH")), "version");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("handoff ").hasLineCount(1);
    assertThat(run.err())
        .contains("First use")
        .contains("-q -B -f " + root.resolve("pom.xml") + " -DskipTests package");
  }

  @Nested
  class WithAStartupArchive {
    private static final Map<String, String> ARCHIVE = Map.of("HANDOFF_STARTUP_ARCHIVE", "on");

    /** Java takes from an archive no class of a jar whose path it would have to encode in a URL. */
    @BeforeEach
    void useAPathOfPlainLetters() throws IOException {
      layOutAProject("project");
    }

    private List<Path> archives() throws IOException {
      Path startup = root.resolve("cli/target/startup");
      if (!Files.exists(startup)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(startup)) {
        return files.toList();
      }
    }

    @Test
    void firstUse_makesItWithTheClassesOfTheCommandLine() throws Exception {
      buildCommandLine();

      Run first = run(launcher, ARCHIVE, "version");
      assertThat(first.err()).isEmpty();
      assertThat(first.out()).startsWith("handoff ").hasLineCount(1);
      assertThat(archives()).singleElement().asString().endsWith(".jsa");
      assertThat(loadedFrom(archives().get(0)))
          .contains("picocli.CommandLine source: shared objects file")
          .contains("dev.handoffledger.cli.VersionCommand source: shared objects file");
    }

    private String loadedFrom(Path archive) throws Exception {
      Path jar = root.resolve("cli/target/handoff-cli-1.jar");
      Path log = folder.resolve("loaded");
      List<String> line =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-Xshare:on",
              "-XX:SharedArchiveFile=" + archive,
              "-Xlog:class+load:file=" + log,
              "-cp",
              jar + File.pathSeparator + libraries(),
              "dev.handoffledger.cli.HandoffCommand",
              "version");
      assertThat(new ProcessBuilder(line).redirectErrorStream(true).start().waitFor()).isZero();
      return Files.readString(log);
    }

    private String libraries() throws IOException {
      try (Stream<Path> jars = Files.list(root.resolve("cli/target/lib"))) {
        return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
      }
    }

    /** A Java that is quickly done with an archive, which then is none. */
    private Map<String, String> javaOfBadArchives() throws IOException {
      Path home = Files.createDirectories(folder.resolve("java home"));
      Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
      Files.writeString(
          java,
          """
          #!/bin/bash
          for argument in "$@"; do
            case $argument in
              *.StartupTraining) exit 0 ;;
              -XX:SharedArchiveFile=*/archive) echo damaged >"${argument#*=}"; exit 0 ;;
            esac
          done
          exec '%s/bin/java' "$@"
          """
              .formatted(System.getProperty("java.home")));
      assertThat(java.toFile().setExecutable(true)).isTrue();
      return Map.of("HANDOFF_STARTUP_ARCHIVE", "on", "JAVA_HOME", home.toString());
    }

    @Test
    void jarThatChanged_getsAnotherInItsPlace() throws Exception {
      buildCommandLine();
      Map<String, String> java = javaOfBadArchives();
      run(launcher, java, "version");
      List<Path> before = archives();
      Path jar = root.resolve("cli/target/handoff-cli-1.jar");
      Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));

      Run run = run(launcher, java, "version");

      assertThat(run.out()).hasLineCount(1);
      assertThat(archives()).hasSize(1).doesNotContainAnyElementsOf(before);
    }

    @Test
    void archiveThatIsDamaged_isPassedOverAndPrintsNothingOnStandardOutput() throws Exception {
      buildCommandLine();

      Run run = run(launcher, javaOfBadArchives(), "version", "-o", "json");

      assertThat(run.exitCode()).isZero();
      assertThat(archives()).singleElement().asString().endsWith(".jsa");
      assertThat(CommandRun.parse(run.out()).has("version")).isTrue();
    }

    @Test
    void folderThatCannotBeWritten_isLeftWithoutOne() throws Exception {
      buildCommandLine();
      Files.writeString(root.resolve("cli/target/startup"), "a file where the folder would be");

      Run run = run(launcher, ARCHIVE, "version");

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).hasLineCount(1);
    }

    @Test
    void whileAnotherMakesIt_theCommandRunsWithout() throws Exception {
      buildCommandLine();
      Map<String, String> java = javaOfBadArchives();
      run(launcher, java, "version");
      Path archive = archives().get(0);
      Files.delete(archive);
      Files.createDirectory(archive.resolveSibling(archive.getFileName() + ".making"));

      Run run = run(launcher, java, "version");

      assertThat(run.out()).hasLineCount(1);
      assertThat(archives()).singleElement().asString().endsWith(".making");
    }
  }
}
