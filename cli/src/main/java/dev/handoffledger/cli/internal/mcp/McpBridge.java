package dev.handoffledger.cli.internal.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.input.LineReader;
import dev.handoffledger.cli.internal.input.LineReader.Line;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Carries MCP messages, one a line, to the server and its answers back, one a line. Messages that
 * come while others wait for their answers go out at once, so answers may come in another order;
 * their ids tell.
 */
public final class McpBridge {
  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int SERVER_ERROR = -32000;
  private static final int MAX_LINE_BYTES = 16 << 20;

  private final LedgerClient ledger;
  private final ObjectMapper json;
  private final Consumer<byte[]> out;
  private final Consumer<String> log;

  /** What {@code initialize} agreed on, or null before. */
  private volatile String protocolVersion;

  /**
   * @param out takes one line at a time, without its end
   * @param log takes what no answer can tell
   */
  public McpBridge(
      LedgerClient ledger, ObjectMapper json, Consumer<byte[]> out, Consumer<String> log) {
    this.ledger = ledger;
    this.json = json;
    this.out = out;
    this.log = log;
  }

  /**
   * Carries messages until the input ends and what was asked is answered.
   *
   * @param patience how long to wait for the last answers
   */
  public void run(InputStream in, Duration patience) throws IOException, InterruptedException {
    LineReader lines = new LineReader(in, MAX_LINE_BYTES);
    ExecutorService calls = Executors.newCachedThreadPool();
    try {
      for (Line line = lines.nextNotBlank(); line != null; line = lines.nextNotBlank()) {
        take(line, calls);
      }
      calls.shutdown();
      if (!calls.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        log.accept("The input ended, and some answers did not come in time.");
      }
    } finally {
      calls.shutdownNow();
    }
  }

  private void take(Line line, ExecutorService calls) {
    if (line.bytes() == null) {
      write(error(null, INVALID_REQUEST, "The message is larger than 16 MiB; send a smaller one."));
      return;
    }
    JsonNode message;
    try {
      message = json.readTree(new String(line.bytes(), StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      write(error(null, PARSE_ERROR, "Send one JSON-RPC message a line; this line is not JSON."));
      return;
    }
    calls.execute(() -> answer(message, line.bytes()));
  }

  private void answer(JsonNode message, byte[] bytes) {
    try {
      Optional<byte[]> answer = ledger.exchangeMcp(bytes, protocolVersion);
      if (answer.isPresent()) {
        if (message.path("method").asText().equals("initialize")) {
          protocolVersion = ledger.parse(answer.get()).at("/result/protocolVersion").textValue();
        }
        write(answer.get());
      }
    } catch (LedgerUnreachableException | LedgerAnswerException e) {
      tell(message, e.getMessage());
    } catch (RuntimeException e) {
      tell(message, "This is a defect of handoff itself: " + e);
    }
  }

  private void tell(JsonNode message, String failure) {
    if (message.hasNonNull("id")) {
      write(error(message.get("id"), SERVER_ERROR, failure));
    } else {
      log.accept(failure);
    }
  }

  private static byte[] error(JsonNode id, int code, String text) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.putObject("error").put("code", code).put("message", text);
    return answer.toString().getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void write(byte[] line) {
    try {
      out.accept(line);
    } catch (UncheckedIOException e) {
      log.accept("An answer could not be written: nobody reads standard output any more.");
    }
  }
}
