package dev.handoffledger.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * An accepted artifact and what the artifact alone says of it. What the ledger adds (seq, link,
 * recorded time) is in the {@linkplain dev.handoffledger.schemas.fact facts}.
 *
 * @param id {@code sha256:} and the hex SHA-256 of the artifact's RFC 8785 form; a KXM manifest's
 *     with its status set to pending
 * @param format for example {@code codelens}
 * @param kind for example {@code planner_brief}
 * @param session format, {@code /} and the format's correlation id, byte-exact
 * @param naturalKey the id that the format gives within the session, or null
 * @param time the artifact's own time
 * @param roles who must act next, in the format's order, NFC and trimmed, without repeats
 * @param parent the parent it declares, or null
 * @param succession its place in its format's own order, or null
 * @param status the status it states (KXM), or null
 * @param warnings what the artifact alone gives reason to warn of
 * @param expiries what gives reason to warn if it is recorded after a certain time
 * @param criteria what those who answer it are held against, as JSON, or null
 * @param evidence what it brings to its parent's criteria, as JSON, or null
 * @param rawHash 64 lower-case hex digits: SHA-256 of the published bytes
 * @param artifact the published bytes; not to be changed
 */
// The bytes are large and shared as they came; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
public record Handoff(
    String id,
    String format,
    String kind,
    String session,
    String naturalKey,
    Timestamp time,
    List<String> roles,
    ParentReference parent,
    Succession succession,
    String status,
    List<Warning> warnings,
    List<Expiry> expiries,
    String criteria,
    String evidence,
    String rawHash,
    byte[] artifact) {

  /**
   * A warning that time may give reason for.
   *
   * @param at recorded strictly after this instant, the handoff carries the warning
   */
  public record Expiry(Instant at, Warning warning) {}

  public Handoff {
    Objects.requireNonNull(id);
    Objects.requireNonNull(format);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(session);
    Objects.requireNonNull(time);
    Objects.requireNonNull(rawHash);
    Objects.requireNonNull(artifact);
    roles = List.copyOf(roles);
    warnings = List.copyOf(warnings);
    expiries = List.copyOf(expiries);
  }

  /** Whether the artifact names the parent's content by hash, so that its route waits for it. */
  public boolean namesParentByHash() {
    return parent != null && parent.hash() != null;
  }

  /** The 64 hex digits of {@link #id()}. */
  public String contentHash() {
    return id.substring("sha256:".length());
  }
}
