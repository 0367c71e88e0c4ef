package dev.handoffledger.schemas.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a holder shows: which handoff it holds, and the fencing token of its lease. It is no secret;
 * it tells a lease from the ones before and after it.
 *
 * @param session the handoff's session
 * @param row the handoff's natural key where its format gives one, else its id
 * @param seq the fencing token: the seq of the {@code claimed} fact; greater for every later lease
 */
public record ClaimToken(String session, String row, long seq) {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17})\\.([A-Za-z0-9_-]+)");
  private static final int MAX_CHARACTERS = 8192;

  public ClaimToken {
    Objects.requireNonNull(session);
    Objects.requireNonNull(row);
  }

  /** The token as a text that may stand in a URL as it is: seq, {@code .}, and base64url. */
  public String text() {
    byte[] first = session.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(first.length).array());
    bytes.writeBytes(first);
    bytes.writeBytes(row.getBytes(StandardCharsets.UTF_8));
    return seq + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /** The token of a text, or empty if the text is none that {@link #text()} makes. */
  public static Optional<ClaimToken> parse(String text) {
    if (text == null || text.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(form.group(2)));
      int length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        return Optional.empty();
      }
      CharBuffer session = decode(bytes.slice(bytes.position(), length));
      CharBuffer row = decode(bytes.slice(bytes.position() + length, bytes.remaining() - length));
      ClaimToken token =
          new ClaimToken(session.toString(), row.toString(), Long.parseLong(form.group(1)));
      return token.text().equals(text) ? Optional.of(token) : Optional.empty();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static CharBuffer decode(ByteBuffer bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(bytes);
  }
}
