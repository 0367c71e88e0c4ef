package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.text.Times;
import dev.handoffledger.cli.internal.view.LeaseLines;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff claim}: take a handoff, so that nobody else works on it. */
@Command(
    name = "claim",
    sortOptions = false,
    description = "Claim a handoff of a role, or a certain one, and print it with its token.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff claim reviewer --capability rust --wait 5m",
      "  handoff claim --id 3f1c… --lease 2h",
      "  export HANDOFF_CLAIM_TOKEN=$(handoff claim reviewer -o json | jq -r .token)"
    })
final class ClaimCommand implements Callable<Integer> {
  private static final String HOLDER_VARIABLE = "HANDOFF_HOLDER";
  private static final Duration LONGEST_WAIT = Duration.ofHours(24);
  private static final Duration LONGEST_WAIT_OF_A_REQUEST = Duration.ofSeconds(50);
  private static final Duration ALMOST_A_SECOND = Duration.ofMillis(999);
  private static final int NOTHING_TO_CLAIM = 404;
  private static final int NO_REPLY = 504;
  private static final int TRIES = 3;

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ROLE",
      description = "Claim one of the oldest that wait for this role.")
  private String role;

  @Option(names = "--id", paramLabel = "ID", description = "Claim this handoff.")
  private String id;

  @Option(
      names = "--as",
      paramLabel = "HOLDER",
      description = "Who will hold it; else HANDOFF_HOLDER, else the publisher's name.")
  private String holder;

  @Option(
      names = "--capability",
      paramLabel = "NAME",
      description = "Something that you are able to do; may be given several times.")
  private List<String> capabilities = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only of this kind; may be given several times.")
  private List<String> kinds = List.of();

  @Option(
      names = "--session",
      paramLabel = "FORMAT/ID",
      description = "Only of this session; may be given several times.")
  private List<String> sessions = List.of();

  @Mixin private LeaseOption lease;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      description = "Wait so long for something to claim, up to 24h (default: not at all).")
  private String wait;

  @Override
  public Integer call() {
    requireOneTarget();
    Duration patience = patience();
    ObjectNode body = body();
    return new LeaseRequest(handoff)
        .run(() -> id == null ? claimByRole(body, patience) : claimById(body), LeaseLines::claimed);
  }

  private byte[] claimById(ObjectNode body) {
    if (role != null) {
      body.put("role", role);
    }
    String handoffId = HandoffIds.require(id, spec.commandLine());
    return ask(body, Duration.ZERO, "v1", "handoffs", handoffId, "claims");
  }

  /** The server waits for a minute at most, so that a longer wait takes several requests. */
  private byte[] claimByRole(ObjectNode body, Duration patience) {
    body.set("kinds", array(kinds));
    body.set("sessions", array(sessions));
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      Duration now =
          left.compareTo(LONGEST_WAIT_OF_A_REQUEST) < 0 ? left : LONGEST_WAIT_OF_A_REQUEST;
      body.put("wait_seconds", now.plus(ALMOST_A_SECOND).toSeconds());
      try {
        return ask(body, now, "v1", "roles", role, "claims");
      } catch (LedgerAnswerException answer) {
        if (answer.status() != NOTHING_TO_CLAIM || left.compareTo(LONGEST_WAIT_OF_A_REQUEST) <= 0) {
          throw answer;
        }
      }
    }
  }

  /** Asks again with the same key if there was no word of the claim: that gives the same lease. */
  private byte[] ask(ObjectNode body, Duration patience, String... path) {
    String key = UUID.randomUUID().toString();
    for (int tries = 1; ; tries++) {
      try {
        return handoff.ledger().ask(body, key, patience, path);
      } catch (LedgerAnswerException answer) {
        if (answer.status() != NO_REPLY || tries == TRIES) {
          throw answer;
        }
      }
    }
  }

  private ObjectNode body() {
    ObjectNode body = handoff.json().createObjectNode();
    body.put("holder", holder());
    body.set("capabilities", array(capabilities));
    body.put("lease_seconds", lease.seconds());
    return body;
  }

  private ArrayNode array(List<String> texts) {
    ArrayNode array = handoff.json().createArrayNode();
    texts.forEach(array::add);
    return array;
  }

  private String holder() {
    String given = holder != null ? holder : handoff.terminal().environment().get(HOLDER_VARIABLE);
    return given == null || given.isBlank() ? handoff.publisher() : given.strip();
  }

  private Duration patience() {
    return Times.duration(wait)
        .filter(length -> length.compareTo(LONGEST_WAIT) <= 0)
        .orElseThrow(() -> wrong("--wait takes 0s to 24h, for example 30s or 5m."));
  }

  private void requireOneTarget() {
    if (role == null && id == null) {
      throw wrong("Claim what? Give a ROLE, or a handoff with --id.");
    }
    if (id != null && !(kinds.isEmpty() && sessions.isEmpty() && patience().isZero())) {
      throw wrong(
          "--kind, --session and --wait choose among the handoffs of a ROLE; --id names" + " one.");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
