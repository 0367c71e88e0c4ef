package dev.handoffledger.schemas.wire;

import static dev.handoffledger.schemas.wire.HandoffHeaders.CLAIM_TOKEN;
import static dev.handoffledger.schemas.wire.HandoffHeaders.CONTENT_TYPE;
import static dev.handoffledger.schemas.wire.HandoffHeaders.CORRELATION_ID;
import static dev.handoffledger.schemas.wire.HandoffHeaders.IDEMPOTENCY_KEY;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ISSUE;
import static dev.handoffledger.schemas.wire.HandoffHeaders.PROJECT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.PUBLISHER;
import static dev.handoffledger.schemas.wire.HandoffHeaders.REPLY_TO;
import static dev.handoffledger.schemas.wire.HandoffHeaders.TRACEPARENT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.VALUE_SCHEMA_ID;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Takes an inbound record out of its framing and its envelope: bare JSON or the Schema Registry's
 * wire format; no CloudEvents envelope, one in binary or one in structured mode.
 *
 * <p>It takes any bytes: an envelope that cannot be read is given as the artifact, so that the
 * reader of artifacts refuses it with a reason.
 */
public final class InboundCodec {
  /** What a text of the envelope is cut to, in UTF-8 bytes. */
  public static final int MAX_TEXT_BYTES = 512;

  private static final byte[] NOTHING = {};

  /** W3C Trace Context, version 00: neither version ff nor an id of zeros. */
  private static final Pattern TRACEPARENT_FORM =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** Version 0 of the header: a zero byte and the id, as hex. Version 1 has a GUID instead. */
  private static final Pattern NUMERIC_SCHEMA_ID = Pattern.compile("00[0-9a-f]{8}");

  private InboundCodec() {}

  /**
   * Takes a record apart. Never throws.
   *
   * @param headers the record's headers as text; {@code __value_schema_id} as lower-case hex
   * @param value the record's value, or null
   */
  public static Publication decode(Map<String, String> headers, byte[] value) {
    byte[] whole = value == null ? NOTHING : value;
    Optional<WireFraming.Framed> framed = WireFraming.unframe(whole);
    byte[] unframed = framed.map(WireFraming.Framed::json).orElse(whole);
    Integer schemaId =
        framed.map(WireFraming.Framed::schemaId).orElseGet(() -> schemaIdOfHeader(headers));

    Optional<StructuredCloudEvent> envelope =
        StructuredCloudEvent.isAnnouncedBy(headers.get(CONTENT_TYPE))
            ? StructuredCloudEvent.read(unframed)
            : Optional.empty();
    Attributes attributes =
        envelope
            .<Attributes>map(event -> event.attributes()::get)
            .orElse(name -> headers.get(CloudEventHeaders.PREFIX + name));

    return new Publication(
        envelope.map(StructuredCloudEvent::data).orElse(unframed),
        bounded(headers.get(PUBLISHER)),
        firstPresent(
            bounded(headers.get(PROJECT)),
            bounded(attributes.get("project")),
            bounded(foreignSource(attributes.get("source")))),
        firstPresent(bounded(headers.get(ISSUE)), bounded(attributes.get("issue"))),
        firstPresent(
            wellFormedTraceparent(headers.get(TRACEPARENT)),
            wellFormedTraceparent(attributes.get("traceparent"))),
        bounded(headers.get(REPLY_TO)),
        bounded(headers.get(CORRELATION_ID)),
        schemaId,
        bounded(headers.get(IDEMPOTENCY_KEY)),
        wellFormedToken(headers.get(CLAIM_TOKEN)));
  }

  /** The CloudEvents attributes of a record, wherever they stand. */
  @FunctionalInterface
  private interface Attributes {
    /** The attribute's text, or null. */
    String get(String name);
  }

  private static Integer schemaIdOfHeader(Map<String, String> headers) {
    String hex = headers.get(VALUE_SCHEMA_ID);
    if (hex == null || !NUMERIC_SCHEMA_ID.matcher(hex).matches()) {
      return null;
    }
    return Integer.parseUnsignedInt(hex, 2, hex.length(), 16);
  }

  private static String foreignSource(String source) {
    boolean ours =
        source != null
            && (source.equals(CloudEventHeaders.LEDGER_SOURCE)
                || source.startsWith(CloudEventHeaders.LEDGER_SOURCE + "/"));
    return ours ? null : source;
  }

  private static String wellFormedToken(String text) {
    return ClaimToken.parse(text).isPresent() ? text : null;
  }

  private static String wellFormedTraceparent(String text) {
    return text != null && TRACEPARENT_FORM.matcher(text).matches() ? text : null;
  }

  private static String firstPresent(String... texts) {
    for (String text : texts) {
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  /** The text's longest beginning that fits, in well-formed Unicode; null for a blank text. */
  private static String bounded(String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    StringBuilder kept = new StringBuilder(Math.min(text.length(), MAX_TEXT_BYTES));
    int bytes = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int codePoint = wellFormed(text.codePointAt(at));
      bytes += utf8Length(codePoint);
      if (bytes > MAX_TEXT_BYTES) {
        break;
      }
      kept.appendCodePoint(codePoint);
    }
    return kept.toString();
  }

  private static int wellFormed(int codePoint) {
    boolean halfOfPair =
        codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    return halfOfPair ? '\uFFFD' : codePoint;
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
