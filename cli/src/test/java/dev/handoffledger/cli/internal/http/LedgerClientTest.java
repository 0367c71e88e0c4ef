package dev.handoffledger.cli.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against servers that no HTTP library would let one write. */
class LedgerClientTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket socket;

  /** What a server does with a connection once a request has begun to come. */
  private interface Conversation {
    void with(OutputStream out) throws IOException, InterruptedException;
  }

  @BeforeEach
  void listen() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    threads.shutdownNow();
  }

  private LedgerClient against(Conversation conversation) {
    threads.submit(
        () -> {
          while (!socket.isClosed()) {
            Socket connection = socket.accept();
            connections.incrementAndGet();
            threads.submit(
                () -> {
                  try (connection;
                      InputStream in = connection.getInputStream()) {
                    assertThat(in.read()).isNotNegative();
                    in.skipNBytes(in.available());
                    conversation.with(connection.getOutputStream());
                  }
                  return null;
                });
          }
          return null;
        });
    return new LedgerClient(
        URI.create("http://127.0.0.1:" + socket.getLocalPort()),
        "ada",
        Duration.ofSeconds(1),
        new ObjectMapper());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void answerThatTrickles_endsWithTheTimeout() {
    LedgerClient client =
        against(
            out -> {
              out.write(ascii("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"));
              while (true) {
                out.write(' ');
                out.flush();
                Thread.sleep(50);
              }
            });

    assertThatThrownBy(() -> client.get(new Query(), "v1", "roles"))
        .isInstanceOf(LedgerUnreachableException.class)
        .hasMessageContaining("did not answer within 1 s");
  }

  @Test
  void serverThatSpeaksNoHttp_isNoLedger() {
    LedgerClient client = against(out -> out.write(ascii("220 mail.example.org ESMTP\r\n")));

    assertThatThrownBy(() -> client.get(new Query(), "v1", "roles"))
        .isInstanceOf(LedgerUnreachableException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void loginThatIsAskedFor_isAnAnswerWithItsStatus() {
    LedgerClient client =
        against(
            out ->
                out.write(
                    ascii(
                        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n"
                            + "Content-Length: 0\r\n\r\n")));

    LedgerAnswerException answer =
        catchThrowableOfType(
            LedgerAnswerException.class, () -> client.publish(ascii("{\"kind\": \"x\"}")));

    assertThat(answer.status()).isEqualTo(401);
  }

  @Test
  void redirection_isNotFollowed() {
    LedgerClient client =
        against(
            out ->
                out.write(
                    ascii(
                        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n"
                            + "Content-Length: 0\r\n\r\n")));

    LedgerAnswerException answer =
        catchThrowableOfType(
            LedgerAnswerException.class, () -> client.get(new Query(), "v1", "roles"));

    assertThat(answer.status()).isEqualTo(302);
    assertThat(connections).hasValue(1);
  }

  @Test
  void artifactWhoseConnectionBreaks_isNotSentASecondTime() {
    LedgerClient client = against(out -> {});

    assertThatThrownBy(() -> client.publish(ascii("{\"kind\": \"x\"}")))
        .isInstanceOf(LedgerUnreachableException.class);
    assertThat(connections).hasValue(1);
  }
}
