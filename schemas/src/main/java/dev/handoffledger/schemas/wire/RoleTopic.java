package dev.handoffledger.schemas.wire;

import dev.handoffledger.schemas.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The topic of a role. No two roles share one.
 *
 * <p>Of the role's UTF-8 bytes {@code a}–{@code z}, {@code 0}–{@code 9} and {@code -} stand for
 * themselves, except a {@code -} before {@code x}; every other byte becomes {@code -x} and two
 * lower-case hex digits. So {@code -x} always starts an escape, and a name of at most {@value
 * #LONGEST_REVERSIBLE} characters can be read back. A longer one is cut to {@value #KEPT_OF_LONGER}
 * characters, followed by {@code -xz} and 32 hex digits of the SHA-256 of the role's UTF-8; since
 * {@code z} is no hex digit, that is no shorter role's name.
 */
public final class RoleTopic {
  /** Where roles go for which there is no topic any more. */
  public static final String OVERFLOW = Topics.ROLE_PREFIX + "overflow";

  static final int LONGEST_REVERSIBLE = 120;
  static final int KEPT_OF_LONGER = 80;

  private static final String ESCAPE = "-x";
  private static final String CUT = ESCAPE + "z";
  private static final int HASH_DIGITS = 32;
  private static final HexFormat HEX = HexFormat.of();

  private RoleTopic() {}

  /**
   * The topic of a role.
   *
   * @throws IllegalArgumentException if the role is empty or has half a surrogate pair
   */
  public static String of(String role) {
    byte[] bytes = utf8(role);
    String name = escape(bytes);
    if (name.length() > LONGEST_REVERSIBLE) {
      name = name.substring(0, KEPT_OF_LONGER) + CUT + Sha256.hex(bytes).substring(0, HASH_DIGITS);
    }
    return Topics.ROLE_PREFIX + name;
  }

  /**
   * The role whose topic this is; empty for the overflow topic, for the topic of a role too long to
   * be read back, and for a topic that {@link #of} does not make.
   */
  public static Optional<String> role(String topic) {
    if (!topic.startsWith(Topics.ROLE_PREFIX)) {
      return Optional.empty();
    }
    return unescape(topic.substring(Topics.ROLE_PREFIX.length()))
        .filter(role -> !role.isEmpty() && of(role).equals(topic));
  }

  private static String escape(byte[] bytes) {
    StringBuilder name = new StringBuilder(bytes.length + 8);
    for (int i = 0; i < bytes.length; i++) {
      byte octet = bytes[i];
      boolean beforeX = i + 1 < bytes.length && bytes[i + 1] == 'x';
      if (isLetterOrDigit(octet) || (octet == '-' && !beforeX)) {
        name.append((char) octet);
      } else {
        appendEscaped(name, octet);
      }
    }
    if (OVERFLOW.contentEquals(Topics.ROLE_PREFIX + name)) {
      name.deleteCharAt(0);
      name.insert(0, ESCAPE + HEX.toHexDigits(bytes[0]));
    }
    return name.toString();
  }

  private static void appendEscaped(StringBuilder name, byte octet) {
    name.append(ESCAPE);
    HEX.toHexDigits(name, octet);
  }

  private static boolean isLetterOrDigit(byte octet) {
    return (octet >= 'a' && octet <= 'z') || (octet >= '0' && octet <= '9');
  }

  private static Optional<String> unescape(String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(name.length());
    int at = 0;
    while (at < name.length()) {
      if (name.startsWith(ESCAPE, at)) {
        int digits = at + ESCAPE.length();
        if (digits + 2 > name.length()
            || !HexFormat.isHexDigit(name.charAt(digits))
            || !HexFormat.isHexDigit(name.charAt(digits + 1))) {
          return Optional.empty();
        }
        bytes.write(HexFormat.fromHexDigits(name, digits, digits + 2));
        at = digits + 2;
      } else if (name.charAt(at) < 0x80) {
        bytes.write(name.charAt(at));
        at++;
      } else {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static byte[] utf8(String role) {
    if (role.isEmpty()) {
      throw new IllegalArgumentException("a role is not empty");
    }
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(role));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a role has no half of a surrogate pair", e);
    }
  }
}
