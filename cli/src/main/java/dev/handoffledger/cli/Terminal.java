package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.text.Progress;
import dev.handoffledger.cli.internal.text.SafeText;
import dev.handoffledger.cli.internal.text.TextOutput;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

/**
 * Where a command reads and writes: the process's own streams, or a test's. Texts are UTF-8
 * whatever the locale.
 */
public final class Terminal {

  /**
   * What the streams are connected to.
   *
   * @param columns the width to fit texts to; 0 if output is not read on a terminal, so that
   *     nothing is cut
   * @param interactiveOutput whether standard output is a terminal
   * @param colour whether standard output takes colours
   * @param progress whether standard error takes a line that is written over
   */
  public record Display(int columns, boolean interactiveOutput, boolean colour, boolean progress) {

    /** Files and pipes. */
    public static final Display NONE = new Display(0, false, false, false);
  }

  private static final int USUAL_COLUMNS = 80;

  private final InputStream in;
  private final OutputStream bytes;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Map<String, String> environment;
  private final Clock clock;
  private final Display display;
  private final Progress progress;

  public Terminal(
      InputStream in,
      OutputStream out,
      OutputStream err,
      Map<String, String> environment,
      Clock clock,
      Display display) {
    this.in = in;
    this.bytes = new BufferedOutputStream(out);
    this.out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    this.environment = Map.copyOf(environment);
    this.clock = clock;
    this.display = display;
    this.progress = new Progress(this.err, display.progress(), clock);
  }

  private Terminal(Terminal other, Display display) {
    this.in = other.in;
    this.bytes = other.bytes;
    this.out = other.out;
    this.err = other.err;
    this.environment = other.environment;
    this.clock = other.clock;
    this.display = display;
    this.progress = other.progress;
  }

  /** The same streams, with colours or without. */
  Terminal withColour(boolean colour) {
    return new Terminal(
        this,
        new Display(display.columns(), display.interactiveOutput(), colour, display.progress()));
  }

  /**
   * The process's streams. The launcher says what they are connected to, because Java cannot see it
   * for each: system properties {@code handoff.terminal.out} and {@code handoff.terminal.err}, true
   * if it is a terminal.
   */
  public static Terminal ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean interactiveOutput = Boolean.getBoolean("handoff.terminal.out");
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new Terminal(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        environment,
        Clock.systemUTC(),
        new Display(
            interactiveOutput ? columns(environment) : 0,
            interactiveOutput,
            ColourChoice.byEnvironment(environment, interactiveOutput),
            Boolean.getBoolean("handoff.terminal.err") && !dumb));
  }

  private static int columns(Map<String, String> environment) {
    String said = environment.getOrDefault("COLUMNS", "");
    return said.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(said) : USUAL_COLUMNS;
  }

  public InputStream in() {
    return in;
  }

  public PrintWriter out() {
    return out;
  }

  public PrintWriter err() {
    return err;
  }

  public Map<String, String> environment() {
    return environment;
  }

  public Clock clock() {
    return clock;
  }

  public Display display() {
    return display;
  }

  /** Standard output for people. */
  public TextOutput text() {
    return new TextOutput(out, display.columns(), display.colour());
  }

  /** Writes a line for people to standard output, made safe for a terminal. */
  public void print(String line) {
    out.print(SafeText.escape(line));
    out.print('\n');
    out.flush();
  }

  /** A line on standard error that says how far long work has come. */
  public Progress progress() {
    return progress;
  }

  /** Writes bytes to standard output as they are. */
  public void write(byte[] document) {
    out.flush();
    try {
      bytes.write(document);
      bytes.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to standard output", e);
    }
  }

  /** Writes a JSON document and ends its line. */
  public void json(String document) {
    out.print(document);
    out.print('\n');
    out.flush();
  }

  /** Whether nobody reads standard output any more, so that further work for it is useless. */
  public boolean outputIsClosed() {
    return out.checkError();
  }
}
