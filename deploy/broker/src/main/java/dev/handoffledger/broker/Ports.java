package dev.handoffledger.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. */
public final class Ports {
  // Below the ports that systems give to outgoing connections, so that a stored port is not lost to
  // one of those by the next start.
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_700;
  private static final int ATTEMPTS = 200;

  private Ports() {}

  /** A port that is free at this moment. */
  public static int free() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port on 127.0.0.1 between %d and %d".formatted(LOWEST, HIGHEST));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
