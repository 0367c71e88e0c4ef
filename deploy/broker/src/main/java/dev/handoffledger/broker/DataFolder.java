package dev.handoffledger.broker;

import dev.handoffledger.broker.BrokerStartException.Obstacle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;

/**
 * A broker's folder, held by one broker at a time: {@code broker.lock} (locked while one runs, with
 * its process id), {@code broker.port} and {@code log/} (Kafka's own).
 */
final class DataFolder implements AutoCloseable {
  private final Path folder;
  private final FileChannel lockFile;

  private DataFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Creates the folder if it is absent, and takes it.
   *
   * @throws BrokerStartException if another broker holds it or it cannot be written
   */
  static DataFolder take(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute.resolve("log"));
      FileChannel lockFile =
          FileChannel.open(
              absolute.resolve("broker.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (!lock(lockFile)) {
        String holder = readText(lockFile);
        lockFile.close();
        throw new BrokerStartException(
            Obstacle.FOLDER_IN_USE,
            "the data folder %s is in use by %s: stop that one first, or give another folder"
                .formatted(
                    absolute, holder.isEmpty() ? "another broker" : "the broker of " + holder),
            null);
      }
      lockFile.truncate(0);
      lockFile.write(utf8("process " + ProcessHandle.current().pid()), 0);
      return new DataFolder(absolute, lockFile);
    } catch (IOException e) {
      throw notUsable(absolute, e);
    }
  }

  Path logFolder() {
    return folder.resolve("log");
  }

  /** The port of the broker that ran here before, or empty if none did. */
  OptionalInt storedPort() {
    Path file = portFile();
    if (!Files.exists(file)) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(file).trim()));
    } catch (IOException e) {
      throw notUsable(folder, e);
    } catch (NumberFormatException e) {
      throw new BrokerStartException(
          Obstacle.FOLDER_NOT_USABLE,
          file + " does not hold a port number: delete it, and another port is chosen",
          e);
    }
  }

  void storePort(int port) {
    // Moved into place, so that a crash never leaves half a number.
    Path draft = folder.resolve("broker.port.new");
    try {
      Files.writeString(draft, port + "\n");
      Files.move(draft, portFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw notUsable(folder, e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  @Override
  public void close() {
    try {
      lockFile.truncate(0);
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give up the data folder " + folder, e);
    }
  }

  private Path portFile() {
    return folder.resolve("broker.port");
  }

  private static boolean lock(FileChannel lockFile) throws IOException {
    try {
      FileLock lock = lockFile.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String readText(FileChannel file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    file.read(buffer, 0);
    return StandardCharsets.UTF_8.decode(buffer.flip()).toString();
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static BrokerStartException notUsable(Path folder, IOException cause) {
    return new BrokerStartException(
        Obstacle.FOLDER_NOT_USABLE,
        "the data folder %s cannot be used: make it writable for this user, or give another folder"
            .formatted(folder),
        cause);
  }
}
