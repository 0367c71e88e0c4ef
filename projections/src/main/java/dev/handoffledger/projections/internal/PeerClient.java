package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.PeerQuestions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.kafka.streams.state.HostInfo;

/** Asks other instances of the projections over HTTP. */
final class PeerClient {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  /**
   * Asks an instance.
   *
   * @throws NotAvailableException if it does not answer, or cannot now
   */
  byte[] ask(HostInfo peer, PeerRequest question) {
    HttpRequest request =
        HttpRequest.newBuilder(uri(peer))
            .timeout(ANSWER)
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(PeerRequest.write(question)))
            .build();
    try {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != OK) {
        throw new NotAvailableException(
            "the instance at %s:%d answers with status %d"
                .formatted(peer.host(), peer.port(), response.statusCode()),
            null);
      }
      return response.body();
    } catch (IOException e) {
      throw new NotAvailableException(
          "the instance at %s:%d does not answer".formatted(peer.host(), peer.port()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotAvailableException("interrupted while another instance was asked", e);
    }
  }

  private static URI uri(HostInfo peer) {
    String host = peer.host().contains(":") ? "[" + peer.host() + "]" : peer.host();
    return URI.create("http://" + host + ":" + peer.port() + PeerQuestions.PATH);
  }
}
