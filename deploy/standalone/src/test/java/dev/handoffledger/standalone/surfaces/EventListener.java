package dev.handoffledger.standalone.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens to an event stream as a browser does: whenever it is cut off, it comes back. */
final class EventListener {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String url;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<String> facts = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger cutOff = new AtomicInteger();
  private final Thread thread;
  private volatile String lastEventId;
  private volatile RuntimeException failure;

  EventListener(String url) {
    this.url = url;
    this.thread = new Thread(null, this::listen, "listener", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns once the gateway has told where the stream begins. */
  void awaitOpened() throws InterruptedException {
    if (!opened.await(120, TimeUnit.SECONDS)) {
      throw new AssertionError("not opened: " + url);
    }
  }

  /** Session and seq of every fact that was told, in the order in which they came. */
  List<String> facts() {
    if (failure != null) {
      throw failure;
    }
    synchronized (facts) {
      return List.copyOf(facts);
    }
  }

  /** How often it connected, and how often it could not, or was cut off. */
  String history() {
    return connections + " connections, " + cutOff + " failures";
  }

  int connections() {
    return connections.get();
  }

  private void listen() {
    while (closed.getCount() > 0) {
      try {
        connect();
      } catch (IOException e) {
        // Cut off, or the gateway is not there: as for a browser, a reason to come back.
        cutOff.incrementAndGet();
      } catch (RuntimeException e) {
        failure = e;
        return;
      }
      try {
        closed.await(200, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void connect() throws IOException {
    HttpURLConnection made = (HttpURLConnection) URI.create(url).toURL().openConnection();
    made.setReadTimeout(60_000);
    if (lastEventId != null) {
      made.setRequestProperty("Last-Event-ID", lastEventId);
    }
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(made.getInputStream(), StandardCharsets.UTF_8))) {
      connections.incrementAndGet();
      read(in);
    }
  }

  private void read(BufferedReader in) throws IOException {
    String id = null;
    String data = null;
    String type = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        data = line.substring(6);
      } else if (line.startsWith("event: ")) {
        type = line.substring(7);
      } else if (line.isEmpty()) {
        take(type, id, data);
        id = null;
        data = null;
        type = null;
      }
    }
  }

  private void take(String type, String id, String data) throws IOException {
    if (id != null) {
      lastEventId = id;
      opened.countDown();
    }
    if ("gap".equals(type)) {
      throw new IllegalStateException("a gap: " + data);
    }
    if ("fact".equals(type)) {
      JsonNode fact = JSON.readTree(data);
      facts.add(fact.path("session").textValue() + "#" + fact.path("seq").longValue());
    }
  }

  /** Has it not come back once the gateway has ended its stream. */
  void leave() {
    closed.countDown();
  }
}
