package dev.handoffledger.projections.issue;

import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * (ours) What groups rejections into one issue: the chain that they reject, or the session.
 *
 * @param rule what the fingerprint is made of
 * @param earlierRules what it was made of before the chain got another root
 */
public record RejectionSource(String rule, Set<String> earlierRules, Extent extent) {

  /** How far an issue that rejections opened reaches. */
  public enum Extent {
    CHAIN,
    SESSION
  }

  private static final String CODELENS_RULE = "codelens:builder_result:";
  private static final String ID_PREFIX = "sha256:";

  public RejectionSource {
    Objects.requireNonNull(rule);
    Objects.requireNonNull(extent);
    earlierRules = Set.copyOf(earlierRules);
  }

  /**
   * A CodeLens chain.
   *
   * @param root the handoff id of its root
   * @param earlierRoots the handoff ids that were taken for its root before
   */
  public static RejectionSource ofCodeLensChain(String root, Set<String> earlierRoots) {
    return new RejectionSource(
        codeLensRule(root),
        earlierRoots.stream()
            .filter(earlier -> !earlier.equals(root))
            .map(RejectionSource::codeLensRule)
            .collect(Collectors.toCollection(TreeSet::new)),
        Extent.CHAIN);
  }

  /**
   * A session of a format that has no chains across sessions.
   *
   * @param kind the kind of the rejecting handoffs
   * @param session the session with its format, for example {@code ace/s-1}
   */
  public static RejectionSource ofSession(Kind kind, String session) {
    String hash = Sha256.hex(session.getBytes(StandardCharsets.UTF_8));
    return new RejectionSource(
        kind.format() + ":" + kind.name() + ":" + hash, Set.of(), Extent.SESSION);
  }

  private static String codeLensRule(String root) {
    return CODELENS_RULE + (root.startsWith(ID_PREFIX) ? root.substring(ID_PREFIX.length()) : root);
  }
}
