package dev.handoffledger.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParentCommand;

/** {@code handoff version}: which build this is. */
@Command(
    name = "version",
    sortOptions = false,
    description = "Show the version and the build.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff version", "  handoff version -o json"})
final class VersionCommand implements Callable<Integer> {
  private static final String TITLE = "Handoff Ledger :: Command line";

  @ParentCommand private HandoffCommand handoff;

  /**
   * @param version of the project; {@code development} if it runs from classes that are in no jar
   * @param built the time that the reproducible build states, or null
   * @param builtWith the Java release it was built with, or null
   * @param java the Java version it runs on
   */
  @JsonPropertyOrder({"version", "built", "built_with", "java"})
  record Build(
      String version, String built, @JsonProperty("built_with") String builtWith, String java) {

    static Build ofThisProgram() {
      String java = Runtime.version().toString();
      try {
        for (URL url :
            Collections.list(
                VersionCommand.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
          Attributes attributes = attributes(url);
          if (TITLE.equals(attributes.getValue(Attributes.Name.IMPLEMENTATION_TITLE))) {
            return new Build(
                attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
                attributes.getValue("Build-Time"),
                attributes.getValue("Build-Jdk-Spec"),
                java);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the program's own jar", e);
      }
      return new Build("development", null, null, java);
    }

    private static Attributes attributes(URL manifest) throws IOException {
      try (InputStream in = manifest.openStream()) {
        return new Manifest(in).getMainAttributes();
      }
    }

    String line() {
      return "handoff "
          + version
          + (built == null ? "" : " (built " + built + " for Java " + builtWith + ")")
          + " on Java "
          + java;
    }
  }

  /** For {@code --version}. */
  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {Build.ofThisProgram().line()};
    }
  }

  @Override
  public Integer call() {
    Build build = Build.ofThisProgram();
    if (handoff.isJson()) {
      handoff.terminal().json(handoff.toJson(build));
    } else {
      handoff.terminal().out().print(build.line() + "\n");
    }
    return ExitCode.DONE;
  }
}
