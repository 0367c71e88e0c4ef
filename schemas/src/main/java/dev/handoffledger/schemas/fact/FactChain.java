package dev.handoffledger.schemas.fact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.CanonicalJson;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.util.HexFormat;
import java.util.Map;

/**
 * The hash chain of a session, as {@code docs/chain.md} lays it out.
 *
 * <p>{@code chain(n) = SHA-256(chain(n-1) || SHA-256(JCS(derived)) || SHA-256(value))}, each 32
 * bytes; {@code chain(0)} is 32 zero bytes. {@code derived} is the JSON object of every header of
 * the record but {@code handoff-chain}, each value a string, and the record's key as {@code
 * handoff-session}.
 */
public final class FactChain {
  /** The chain before a session's first fact. */
  public static final String START = "0".repeat(64);

  private static final HexFormat HEX = HexFormat.of();

  private FactChain() {}

  /**
   * The chain after a fact.
   *
   * @param previous 64 hex digits
   * @param session the record's key
   * @param headers the record's headers; {@code handoff-chain} is passed over
   * @param value the record's value
   * @return 64 hex digits
   */
  public static String next(
      String previous, String session, Map<String, String> headers, byte[] value) {
    ObjectNode derived = JsonNodeFactory.instance.objectNode();
    headers.forEach(derived::put);
    derived.remove(HandoffHeaders.CHAIN);
    derived.put(HandoffHeaders.SESSION, session);
    return HEX.formatHex(
        Sha256.digest(
            HEX.parseHex(previous),
            Sha256.digest(CanonicalJson.bytes(derived)),
            Sha256.digest(value)));
  }
}
