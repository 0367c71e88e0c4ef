package dev.handoffledger.schemas.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.Limits;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.StrictJson;
import dev.handoffledger.schemas.internal.WhiteSpace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Commands to and from the values of {@code handoff.commands}, which anybody may publish to. */
public final class CommandCodec {
  private static final String NAMES = "claim, renew, release, complete or force-release";
  private static final int MAX_TEXT_CHARACTERS = 2000;

  // A session of LoopOps joins two percent-encoded ids.
  private static final int MAX_KEY_BYTES = 8 * Limits.MAX_ID_BYTES;

  private CommandCodec() {}

  /** What was read: a command, or what is wrong with it. */
  public sealed interface Result {
    record Understood(Command command) implements Result {}

    record NotUnderstood(List<Problem> problems) implements Result {
      public NotUnderstood {
        problems = List.copyOf(problems);
      }
    }
  }

  public static byte[] encode(Command command) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (command instanceof Command.Claim claim) {
      node.put("command", "claim");
      node.put("session", claim.session());
      node.put("row", claim.row());
      node.put("holder", claim.holder());
      node.put("lease_ms", claim.lease().toMillis());
      putIfPresent(node, "role", claim.role());
      putIfPresent(node, "claim", claim.claimId());
    } else if (command instanceof Command.ForceRelease force) {
      node.put("command", "force-release");
      node.put("session", force.session());
      node.put("row", force.row());
      node.put("by", force.by());
      node.put("reason", force.reason());
    } else if (command instanceof Command.Renew renew) {
      node.put("command", "renew");
      node.put("token", renew.token().text());
      node.put("lease_ms", renew.lease().toMillis());
    } else if (command instanceof Command.Release release) {
      node.put("command", "release");
      node.put("token", release.token().text());
      putIfPresent(node, "reason", release.reason());
    } else if (command instanceof Command.Complete complete) {
      node.put("command", "complete");
      node.put("token", complete.token().text());
      putIfPresent(node, "note", complete.note());
    }
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a command, as anybody may have written it. */
  public static Result decode(byte[] value) {
    try {
      return new Reading(StrictJson.parse(value == null ? new byte[0] : value)).result();
    } catch (InvalidJsonException e) {
      return new Result.NotUnderstood(List.of(e.problem()));
    }
  }

  private static void putIfPresent(ObjectNode node, String name, String value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  /** One command being read. */
  private static final class Reading {
    private final JsonNode node;
    private final List<Problem> problems = new ArrayList<>();

    Reading(JsonNode node) {
      this.node = node;
    }

    Result result() {
      Command command =
          switch (node.path("command").asText()) {
            case "claim" -> claim();
            case "renew" -> renew();
            case "release" -> release();
            case "complete" -> complete();
            case "force-release" -> forceRelease();
            default -> {
              problems.add(
                  new Problem(Reason.SCHEMA_VIOLATION, "/command", "State one of " + NAMES + "."));
              yield null;
            }
          };
      return problems.isEmpty()
          ? new Result.Understood(command)
          : new Result.NotUnderstood(problems);
    }

    private Command claim() {
      String session = id("session");
      String row = id("row");
      String holder = id("holder");
      Duration lease = lease();
      String role = text("role");
      String claimId = text("claim");
      return problems.isEmpty()
          ? new Command.Claim(session, row, holder, lease, role, claimId)
          : null;
    }

    private Command forceRelease() {
      String session = id("session");
      String row = id("row");
      String by = id("by");
      String reason = id("reason");
      return problems.isEmpty() ? new Command.ForceRelease(session, row, by, reason) : null;
    }

    private Command renew() {
      ClaimToken token = token();
      Duration lease = lease();
      return problems.isEmpty() ? new Command.Renew(token, lease) : null;
    }

    private Command release() {
      ClaimToken token = token();
      String reason = text("reason");
      return problems.isEmpty() ? new Command.Release(token, reason) : null;
    }

    private Command complete() {
      ClaimToken token = token();
      String note = text("note");
      return problems.isEmpty() ? new Command.Complete(token, note) : null;
    }

    private ClaimToken token() {
      return ClaimToken.parse(node.path("token").textValue())
          .orElseGet(
              () -> {
                problems.add(
                    new Problem(
                        Reason.SCHEMA_VIOLATION,
                        "/token",
                        "This is no token that the ledger has given out; send the one of your"
                            + " claim."));
                return null;
              });
    }

    private Duration lease() {
      JsonNode millis = node.path("lease_ms");
      if (millis.isMissingNode()) {
        return Command.DEFAULT_LEASE;
      }
      boolean fits =
          millis.isIntegralNumber()
              && millis.canConvertToLong()
              && millis.longValue() >= Command.SHORTEST_LEASE.toMillis()
              && millis.longValue() <= Command.LONGEST_LEASE.toMillis();
      if (!fits) {
        problems.add(
            new Problem(
                Reason.RULE_VIOLATION,
                "/lease_ms",
                "A lease lasts between 1,000 and 86,400,000 milliseconds."));
        return null;
      }
      return Duration.ofMillis(millis.longValue());
    }

    /** A text that must be there, with a visible character, as long as an id may be. */
    private String id(String name) {
      String text = node.path(name).textValue();
      boolean fits =
          text != null
              && !WhiteSpace.isBlank(text)
              && text.getBytes(StandardCharsets.UTF_8).length <= MAX_KEY_BYTES;
      if (!fits) {
        problems.add(
            new Problem(
                Reason.SCHEMA_VIOLATION,
                "/" + name,
                "A text with a visible character and at most "
                    + MAX_KEY_BYTES
                    + " bytes of UTF-8 must stand here."));
        return null;
      }
      return text;
    }

    /** A text that may be there; null if it is not. */
    private String text(String name) {
      JsonNode value = node.path(name);
      if (value.isMissingNode() || value.isNull()) {
        return null;
      }
      if (!value.isTextual() || value.textValue().length() > MAX_TEXT_CHARACTERS) {
        problems.add(
            new Problem(
                Reason.SCHEMA_VIOLATION,
                "/" + name,
                "A text of at most " + MAX_TEXT_CHARACTERS + " characters may stand here."));
        return null;
      }
      return value.textValue();
    }
  }
}
