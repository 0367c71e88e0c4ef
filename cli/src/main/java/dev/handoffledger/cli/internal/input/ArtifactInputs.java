package dev.handoffledger.cli.internal.input;

import dev.handoffledger.cli.ExitCode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.input.ArtifactSource.ArtifactFile;
import dev.handoffledger.cli.internal.input.ArtifactSource.StandardInput;
import dev.handoffledger.schemas.Limits;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The artifacts that a command's arguments name, in the order of the arguments.
 *
 * <p>A file is one artifact; a file whose name ends in {@code .ndjson} or {@code .jsonl} holds one
 * a line. A folder stands for its files that end in {@code .json}, {@code .ndjson} or {@code
 * .jsonl}, in the order of their names, and its folders' alike. {@code -} is standard input: NDJSON
 * if its first two lines that are not blank are each JSON by themselves, else one artifact.
 */
public final class ArtifactInputs {
  /** The largest artifact that the ledger takes. */
  public static final int MAX_ARTIFACT_BYTES = Limits.MAX_ARTIFACT_BYTES;

  private static final int MAX_LINES = 1_000;
  private static final int MAX_LINES_BYTES = 1024 * 1024;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final List<ArtifactSource> sources;
  private final InputStream standardInput;
  private final Predicate<byte[]> isJson;
  private final boolean standardInputIsLines;

  private ArtifactInputs(
      List<ArtifactSource> sources,
      InputStream standardInput,
      Predicate<byte[]> isJson,
      boolean standardInputIsLines) {
    this.sources = List.copyOf(sources);
    this.standardInput = standardInput;
    this.isJson = isJson;
    this.standardInputIsLines = standardInputIsLines;
  }

  /**
   * Finds what the arguments name, without reading it.
   *
   * @param lines whether every named file and standard input hold one artifact a line, whatever
   *     their name
   * @param isJson whether some bytes are one JSON document
   * @throws CommandFailedException if a file or folder is absent or cannot be read, or if there is
   *     nothing to read
   */
  public static ArtifactInputs of(
      List<String> arguments, boolean lines, InputStream standardInput, Predicate<byte[]> isJson) {
    List<ArtifactSource> sources = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.equals("-")) {
        if (sources.contains(new StandardInput())) {
          throw unreadable("Standard input (-) can be read only once.");
        }
        sources.add(new StandardInput());
      } else {
        addPath(argument, lines, sources);
      }
    }
    if (sources.isEmpty()) {
      throw unreadable(
          "Nothing to read in "
              + String.join(", ", arguments)
              + ": there is no file that ends in .json, .ndjson or .jsonl.");
    }
    return new ArtifactInputs(sources, standardInput, isJson, lines);
  }

  private static void addPath(String argument, boolean lines, List<ArtifactSource> sources) {
    Path path;
    try {
      path = Path.of(argument);
    } catch (InvalidPathException e) {
      throw new CommandFailedException(ExitCode.USAGE, "Not a file name: " + argument, e);
    }
    if (Files.isDirectory(path)) {
      addFolder(path, sources);
    } else if (!Files.exists(path)) {
      throw unreadable("There is no file or folder " + argument + ".");
    } else if (!Files.isReadable(path)) {
      throw unreadable("The file " + argument + " cannot be read: look at its permissions.");
    } else {
      sources.add(new ArtifactFile(argument, path, lines || hasLines(path)));
    }
  }

  private static void addFolder(Path folder, List<ArtifactSource> sources) {
    List<Path> entries;
    try (Stream<Path> listed = Files.list(folder)) {
      entries =
          listed.sorted(Comparator.comparing(entry -> entry.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCode.USAGE, "The folder " + folder + " cannot be read: look at its permissions.", e);
    }
    for (Path entry : entries) {
      // A linked folder is passed over, so that a link to a folder above never ends.
      if (Files.isDirectory(entry) && !Files.isSymbolicLink(entry)) {
        addFolder(entry, sources);
      } else if (Files.isRegularFile(entry) && (hasLines(entry) || endsWith(entry, ".json"))) {
        sources.add(new ArtifactFile(entry.toString(), entry, hasLines(entry)));
      }
    }
  }

  private static CommandFailedException unreadable(String sentence) {
    return new CommandFailedException(ExitCode.USAGE, sentence);
  }

  private static boolean hasLines(Path path) {
    return endsWith(path, ".ndjson") || endsWith(path, ".jsonl");
  }

  private static boolean endsWith(Path path, String ending) {
    Path name = path.getFileName();
    return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /** Whether the input is one file with one artifact. */
  public boolean isSingleDocument() {
    return sources.size() == 1 && sources.get(0) instanceof ArtifactFile file && !file.lines();
  }

  /** The length of the longest name that a part will have, as far as it is known ahead. */
  public int longestName() {
    return sources.stream()
        .mapToInt(source -> source instanceof ArtifactFile file ? file.name().length() : 1)
        .max()
        .orElse(0);
  }

  /**
   * Reads everything, one part after the other.
   *
   * @throws CommandFailedException if a file cannot be read; the parts before it were handed on
   */
  public void forEach(Consumer<InputPart> receiver) {
    for (ArtifactSource source : sources) {
      if (source instanceof ArtifactFile file) {
        read(file, receiver);
      } else {
        readStandardInput(receiver);
      }
    }
  }

  private static void read(ArtifactFile file, Consumer<InputPart> receiver) {
    try (InputStream in = Files.newInputStream(file.path())) {
      if (file.lines()) {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        readLines(
            file.name(),
            List.of(),
            new LineReader(buffered, MAX_ARTIFACT_BYTES),
            () -> true,
            receiver);
      } else {
        receiver.accept(document(file.name(), in.readNBytes(MAX_ARTIFACT_BYTES + 1)));
      }
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCode.USAGE,
          "The file " + file.name() + " cannot be read (" + e.getClass().getSimpleName() + ").",
          e);
    }
  }

  private void readStandardInput(Consumer<InputPart> receiver) {
    BufferedInputStream in = new BufferedInputStream(standardInput, BUFFER_BYTES);
    try {
      if (standardInputIsLines) {
        readLines(
            "-",
            List.of(),
            new LineReader(in, MAX_ARTIFACT_BYTES),
            () -> in.available() > 0,
            receiver);
        return;
      }
      RecordingInputStream recorded = new RecordingInputStream(in, 2 * (MAX_ARTIFACT_BYTES + 1));
      LineReader reader = new LineReader(recorded, MAX_ARTIFACT_BYTES);
      LineReader.Line first = reader.nextNotBlank();
      LineReader.Line second = first == null || !isJson(first) ? null : reader.nextNotBlank();
      if (second != null && isJson(second)) {
        recorded.stop();
        readLines("-", List.of(first, second), reader, () -> in.available() > 0, receiver);
      } else {
        byte[] start = recorded.recorded();
        receiver.accept(
            document(
                "-",
                concat(start, in.readNBytes(Math.max(0, MAX_ARTIFACT_BYTES + 1 - start.length)))));
      }
    } catch (IOException e) {
      throw new CommandFailedException(ExitCode.USAGE, "Standard input cannot be read.", e);
    }
  }

  private boolean isJson(LineReader.Line line) {
    return line.bytes() != null && isJson.test(line.bytes());
  }

  private static InputPart document(String name, byte[] bytes) {
    return bytes.length > MAX_ARTIFACT_BYTES
        ? new InputPart.Oversized(name)
        : new InputPart.Document(name, bytes);
  }

  /** Whether another line can be had without waiting for whoever writes the input. */
  private interface Ready {
    boolean more() throws IOException;
  }

  private static void readLines(
      String source,
      List<LineReader.Line> read,
      LineReader reader,
      Ready ready,
      Consumer<InputPart> receiver)
      throws IOException {
    LineBatch batch = new LineBatch(receiver);
    for (LineReader.Line line : read) {
      batch.add(source, line);
    }
    LineReader.Line line = nextLine(reader, ready, batch);
    while (line != null) {
      batch.add(source, line);
      line = nextLine(reader, ready, batch);
    }
    batch.flush();
  }

  private static LineReader.Line nextLine(LineReader reader, Ready ready, LineBatch batch)
      throws IOException {
    if (!ready.more()) {
      batch.flush();
    }
    return reader.nextNotBlank();
  }

  private static byte[] concat(byte[] start, byte[] rest) {
    byte[] all = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, all, start.length, rest.length);
    return all;
  }

  /** Collects lines into parts of a size that suits one request. */
  private static final class LineBatch {
    private final Consumer<InputPart> receiver;
    private final List<InputPart.Document> lines = new ArrayList<>();
    private int bytes;

    LineBatch(Consumer<InputPart> receiver) {
      this.receiver = receiver;
    }

    void add(String source, LineReader.Line line) {
      String name = source + ":" + line.number();
      if (line.bytes() == null) {
        flush();
        receiver.accept(new InputPart.Oversized(name));
        return;
      }
      if (lines.size() == MAX_LINES || bytes + line.bytes().length > MAX_LINES_BYTES) {
        flush();
      }
      lines.add(new InputPart.Document(name, line.bytes()));
      bytes += line.bytes().length + 1;
    }

    void flush() {
      if (lines.size() == 1) {
        receiver.accept(lines.get(0));
      } else if (!lines.isEmpty()) {
        receiver.accept(new InputPart.Lines(lines));
      }
      lines.clear();
      bytes = 0;
    }
  }
}
