package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * The parent that an artifact declares.
 *
 * @param session the parent's session, format prefix included
 * @param kind the parent's kind
 * @param naturalKey the parent's natural key, where the format names its parent by one; else null
 * @param hash 64 lower-case hex digits of the parent's content, where the artifact gives a usable
 *     one; else null
 * @param completes whether the answer completes its parent (a CodeLens baton completes nothing)
 */
public record ParentReference(
    String session, String kind, String naturalKey, String hash, boolean completes) {
  public ParentReference {
    Objects.requireNonNull(session);
    Objects.requireNonNull(kind);
  }
}
