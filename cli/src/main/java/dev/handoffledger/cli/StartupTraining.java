package dev.handoffledger.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * Runs common commands, so that Java can note which classes they use: the launcher keeps those in
 * an archive from which later commands start faster. The commands ask a server of this program's
 * own, print nothing, and depend on nothing outside of it.
 */
public final class StartupTraining {
  private static final byte[] ANSWER =
      """
      {"items": [{"role": "reviewer", "open": 1, "oldest_recorded_at": "2026-11-30T12:00:00Z"}],
       "next": null}"""
          .getBytes(StandardCharsets.UTF_8);

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("help", "inbox"),
          List.of("version"),
          List.of("validate", "-"),
          List.of("publish", "-"),
          List.of("inbox"),
          List.of("inbox", "-o", "json"));

  private StartupTraining() {}

  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange;
              InputStream body = exchange.getRequestBody()) {
            body.readAllBytes();
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
          }
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    for (List<String> command : COMMANDS) {
      HandoffCommand.run(terminal(url), command.toArray(String[]::new));
    }
    server.stop(0);
  }

  private static Terminal terminal(String url) {
    return new Terminal(
        new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        Map.of("HANDOFF_URL", url),
        Clock.systemUTC(),
        Terminal.Display.NONE);
  }
}
