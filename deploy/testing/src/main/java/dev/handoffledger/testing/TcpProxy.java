package dev.handoffledger.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A network between clients and a server on this machine, which can be cut and slowed down. Safe
 * for use by several threads.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

  private final ServerSocket listener;
  private final int target;
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile Duration delay = Duration.ZERO;

  private TcpProxy(ServerSocket listener, int target) {
    this.listener = listener;
    this.target = target;
  }

  /**
   * Starts to hand on what comes.
   *
   * @param port to listen on
   * @param target the port of the server, which need not be there yet
   */
  public static TcpProxy start(int port, int target) throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    TcpProxy proxy = new TcpProxy(listener, target);
    daemon("proxy-" + port, proxy::acceptAll);
    return proxy;
  }

  /** Breaks every connection, and every new one, until {@link #restore}. */
  public void cut() {
    cut = true;
    open.forEach(TcpProxy::closeQuietly);
  }

  /** Lets whatever is sent arrive so much later, in either direction, until {@link #restore}. */
  public void delay(Duration each) {
    delay = each;
  }

  /** Ends what {@link #cut} and {@link #delay} did. */
  public void restore() {
    cut = false;
    delay = Duration.ZERO;
  }

  @Override
  public void close() {
    closeQuietly(listener);
    cut();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      Socket client;
      try {
        client = listener.accept();
      } catch (IOException e) {
        // Closed, or a connection that was given up before it was taken.
        continue;
      }
      connect(client);
    }
  }

  private void connect(Socket client) {
    open.add(client);
    Socket server = new Socket();
    open.add(server);
    try {
      server.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_TIMEOUT_MILLIS);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
    } catch (IOException e) {
      // The server is down, and so is the network to it.
      drop(client, server);
      return;
    }
    if (cut) {
      drop(client, server);
      return;
    }
    daemon("proxy-out", () -> pump(client, server));
    daemon("proxy-in", () -> pump(server, client));
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!delay.isZero()) {
          LockSupport.parkNanos(delay.toNanos());
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // One side is gone; the other learns of it below.
    } finally {
      drop(from, to);
    }
  }

  private void drop(Socket one, Socket other) {
    closeQuietly(one);
    closeQuietly(other);
    open.remove(one);
    open.remove(other);
  }

  /** A socket that cannot even be closed is broken, which is all that is wanted of it. */
  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // See above.
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
