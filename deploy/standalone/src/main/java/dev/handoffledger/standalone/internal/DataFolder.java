package dev.handoffledger.standalone.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The folder of one ledger, held by one process at a time. */
public final class DataFolder implements AutoCloseable {
  private final Path root;
  private final FileChannel channel;
  private final FileLock lock;

  private DataFolder(Path root, FileChannel channel, FileLock lock) {
    this.root = root;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Takes the folder, which is made if it is not there.
   *
   * @throws FolderInUseException if another process has it
   * @throws IOException if it cannot be made or written
   */
  public static DataFolder take(Path root) throws IOException {
    Files.createDirectories(root);
    FileChannel channel =
        FileChannel.open(
            root.resolve("ledger.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    if (lock == null) {
      channel.close();
      throw new FolderInUseException(root, readAddress(root));
    }
    Files.deleteIfExists(root.resolve("address"));
    return new DataFolder(root, channel, lock);
  }

  public Path broker() {
    return root.resolve("kafka");
  }

  /** Where processor and projections keep their stores, each in a folder of its own. */
  public Path state() {
    return root.resolve("state");
  }

  /** Says where the ledger of this folder can be reached for as long as the folder is held. */
  public void announce(Address address) throws IOException {
    Files.writeString(
        root.resolve("address"),
        address.http() + "\n" + address.kafka() + "\n",
        StandardCharsets.UTF_8);
  }

  /** Where the ledger of a folder can be reached, or null if none runs there. */
  public static Address readAddress(Path root) throws IOException {
    Path file = root.resolve("address");
    if (!Files.exists(file)) {
      return null;
    }
    String[] lines = Files.readString(file, StandardCharsets.UTF_8).split("\n", -1);
    return lines.length < 2 ? null : new Address(lines[0], lines[1]);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(root.resolve("address"));
    lock.release();
    channel.close();
  }

  /**
   * @param http the gateway's URL
   * @param kafka the broker's bootstrap servers
   */
  public record Address(String http, String kafka) {}

  /** Another process has the folder. */
  public static final class FolderInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    FolderInUseException(Path root, Address address) {
      super(
          "Another ledger is running on "
              + root
              + (address == null ? "" : " (" + address.http() + ")")
              + ". Use that one, or give another folder with --data.");
    }
  }
}
