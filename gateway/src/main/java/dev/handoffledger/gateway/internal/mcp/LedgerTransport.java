package dev.handoffledger.gateway.internal.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Carries one message at a time to the SDK's server and its answer back.
 *
 * <p>The SDK's own servlet answers what is no message with its stack trace.
 */
final class LedgerTransport implements McpStatelessServerTransport {
  private final McpJsonMapper json;
  private volatile McpStatelessServerHandler handler;

  LedgerTransport(McpJsonMapper json) {
    this.json = json;
  }

  @Override
  public void setMcpHandler(McpStatelessServerHandler newHandler) {
    handler = newHandler;
  }

  /** Nothing is open between two messages. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /**
   * Hands a message to the server.
   *
   * @return its answer as JSON, or empty if the message asks for none
   * @throws NotAMessageException if it is no message that a client may send
   */
  Optional<byte[]> exchange(byte[] body) throws IOException {
    JSONRPCMessage message = message(body);
    if (message instanceof JSONRPCNotification) {
      // None of them changes anything here.
      return Optional.empty();
    }
    if (message instanceof JSONRPCRequest request) {
      JSONRPCResponse answer = handler.handleRequest(McpTransportContext.EMPTY, request).block();
      return Optional.of(json.writeValueAsBytes(answer));
    }
    throw new NotAMessageException("Send a request or a notification; nothing was asked of you.");
  }

  private JSONRPCMessage message(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return McpSchema.deserializeJsonRpcMessage(json, text);
    } catch (IOException | IllegalArgumentException e) {
      throw new NotAMessageException(
          "Send one JSON-RPC 2.0 message of MCP, in UTF-8 and with no member twice.", e);
    }
  }

  /** What was sent is no message; its text says what to send. */
  static final class NotAMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAMessageException(String message) {
      super(message);
    }

    NotAMessageException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
