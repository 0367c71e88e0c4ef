package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.projections.PeerSecret;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.HostInfo;

/** Asks other instances of the projections over HTTP. */
final class PeerClient {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final long SILENCE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int OK = 200;

  private final PeerSecret secret;
  private final Map<HostInfo, Long> silentSince = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  PeerClient(PeerSecret secret) {
    this.secret = secret;
  }

  /**
   * Asks an instance. One that could not be reached is not tried again for a second, so that a
   * question that reads many rows does not wait for each.
   *
   * @throws NotAvailableException if it does not answer, or cannot now
   */
  byte[] ask(HostInfo peer, PeerRequest question) {
    Long silent = silentSince.get(peer);
    if (silent != null && System.nanoTime() - silent < SILENCE_NANOS) {
      throw doesNotAnswer(peer, null);
    }
    HttpRequest request =
        HttpRequest.newBuilder(uri(peer))
            .timeout(ANSWER)
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", secret.authorization())
            .POST(HttpRequest.BodyPublishers.ofByteArray(PeerRequest.write(question)))
            .build();
    try {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      silentSince.remove(peer);
      if (response.statusCode() != OK) {
        throw new NotAvailableException(
            "the instance at %s:%d answers with status %d"
                .formatted(peer.host(), peer.port(), response.statusCode()),
            null);
      }
      return response.body();
    } catch (ConnectException | HttpTimeoutException e) {
      silentSince.put(peer, System.nanoTime());
      throw doesNotAnswer(peer, e);
    } catch (IOException e) {
      throw doesNotAnswer(peer, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotAvailableException("interrupted while another instance was asked", e);
    }
  }

  private static NotAvailableException doesNotAnswer(HostInfo peer, IOException cause) {
    return new NotAvailableException(
        "the instance at %s:%d does not answer".formatted(peer.host(), peer.port()), cause);
  }

  private static URI uri(HostInfo peer) {
    String host = peer.host().contains(":") ? "[" + peer.host() + "]" : peer.host();
    return URI.create("http://" + host + ":" + peer.port() + PeerQuestions.PATH);
  }
}
