package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that go on until Ctrl-C, on a ledger that runs. */
@Tag("surfaces")
@Timeout(120)
class FollowingCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_DELIVERIES = 5;

  /** Longer than any test, so that what is printed was not found by looking. */
  private static final String SELDOM = "3600";

  @TempDir private Path folder;
  private DashboardLedger ledger;

  @BeforeEach
  void start() throws Exception {
    ledger = new DashboardLedger(folder);
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  @Test
  void tail_overARestartOfTheServer_printsEachFactOnce() throws Exception {
    String before = publishBrief("before");
    try (FollowingCommand tail = new FollowingCommand(ledger.url(), "tail", "--after", "start")) {
      assertThat(tail.next().path("id").textValue()).isEqualTo(before);

      ledger.restart();
      String after = publishBrief("after");

      assertThat(tail.next().path("id").textValue()).isEqualTo(after);
      assertThat(tail.messages()).containsOnlyOnce("still following");
    }
  }

  @Test
  void inboxThatIsWatched_printsWhatComesWhenItComes() throws Exception {
    publishBrief("first");
    try (FollowingCommand watch = watch("builder-refactor")) {
      assertThat(watch.next().path("session").textValue()).isEqualTo("codelens/first");

      String id = publishBrief("second");

      assertThat(watch.next().path("id").textValue()).isEqualTo(id);
    }
  }

  @Test
  void inboxOfPeopleThatIsWatched_printsWhatWasGivenOutTooOften() throws Exception {
    String id = publishBrief("first");
    for (int delivery = 1; delivery < MOST_DELIVERIES; delivery++) {
      claimAndRelease(id);
    }
    try (FollowingCommand watch = watch("human")) {
      JsonNode other = ledger.publish(DashboardLedger.resource("39-loopops-diagnosed.json"));
      assertThat(watch.next().path("id").textValue()).isEqualTo(other.path("id").textValue());

      claimAndRelease(id);

      assertThat(watch.next().path("id").textValue()).isEqualTo(id);
    }
  }

  private FollowingCommand watch(String role) throws Exception {
    return new FollowingCommand(ledger.url(), "inbox", role, "--watch", "--every", SELDOM);
  }

  private String publishBrief(String session) throws Exception {
    ObjectNode brief =
        (ObjectNode) JSON.readTree(DashboardLedger.resource("01-codelens-brief.json"));
    brief.put("session_id", session);
    return ledger.publish(brief).path("id").textValue();
  }

  private void claimAndRelease(String id) throws Exception {
    JsonNode lease = ledger.claim("builder-refactor", "agent");
    assertThat(lease.at("/handoff/id").textValue()).isEqualTo(id);
    ledger.release(lease);
  }
}
