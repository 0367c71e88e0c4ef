package dev.handoffledger.schemas.fact;

import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Warning;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A handoff's link to the handoff that it answers.
 *
 * @param status whether there is a parent, and whether it is known
 * @param by who says so: the artifact, or a rule of its format
 * @param parent the parent's handoff id, or null unless linked
 * @param parentSession the session of the parent, or null for a root
 * @param parentKind the kind of the parent, or null for a root
 * @param verified whether a hash that the artifact gives matched the parent's content
 * @param ambiguous whether another candidate of the same time was as good
 * @param warnings what only the two together give reason to warn of
 */
public record Link(
    Status status,
    By by,
    String parent,
    String parentSession,
    String parentKind,
    boolean verified,
    boolean ambiguous,
    List<Warning> warnings) {

  /** Whether the parent is known. */
  public enum Status {
    /** The artifact answers nothing. */
    ROOT,
    LINKED,
    /** The parent has not been recorded yet. */
    PENDING,
    /** Candidates are there, but none has the content that the artifact names. */
    MISMATCH;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Who says that the parent is the parent. */
  public enum By {
    DECLARED,
    RULE;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final Link ROOT =
      new Link(Status.ROOT, By.DECLARED, null, null, null, false, false);

  public Link {
    Objects.requireNonNull(status);
    Objects.requireNonNull(by);
    warnings = List.copyOf(warnings);
  }

  /** A link that gives no reason to warn of anything. */
  public Link(
      Status status,
      By by,
      String parent,
      String parentSession,
      String parentKind,
      boolean verified,
      boolean ambiguous) {
    this(status, by, parent, parentSession, parentKind, verified, ambiguous, List.of());
  }

  /** The same link with other warnings. */
  public Link withWarnings(List<Warning> other) {
    return new Link(status, by, parent, parentSession, parentKind, verified, ambiguous, other);
  }

  public static Link pending(ParentReference reference) {
    return unresolved(Status.PENDING, reference);
  }

  public static Link mismatch(ParentReference reference) {
    return unresolved(Status.MISMATCH, reference);
  }

  public static Link linked(
      ParentReference reference, String parent, boolean verified, boolean ambiguous) {
    return new Link(
        Status.LINKED,
        By.DECLARED,
        parent,
        reference.session(),
        reference.kind(),
        verified,
        ambiguous);
  }

  private static Link unresolved(Status status, ParentReference reference) {
    return new Link(status, By.DECLARED, null, reference.session(), reference.kind(), false, false);
  }
}
