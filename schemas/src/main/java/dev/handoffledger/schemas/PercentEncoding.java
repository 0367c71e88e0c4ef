package dev.handoffledger.schemas;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of RFC 3986, in UTF-8: only unreserved characters stand for themselves. */
public final class PercentEncoding {
  private static final String UNRESERVED_MARKS = "-._~";

  private PercentEncoding() {}

  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean unreserved =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || UNRESERVED_MARKS.indexOf(c) >= 0;
      if (unreserved) {
        encoded.append(c);
      } else {
        encoded.append("%%%02X".formatted((int) c));
      }
    }
    return encoded.toString();
  }

  /**
   * What {@link #encode} made of a text.
   *
   * @throws IllegalArgumentException if the text is not percent-encoded
   */
  public static String decode(String encoded) {
    ByteArrayOutputStream octets = new ByteArrayOutputStream(encoded.length());
    for (int at = 0; at < encoded.length(); at++) {
      char c = encoded.charAt(at);
      if (c != '%') {
        octets.write(c);
      } else if (at + 2 < encoded.length()) {
        octets.write(HexFormat.fromHexDigits(encoded, at + 1, at + 3));
        at += 2;
      } else {
        throw new IllegalArgumentException("a percent sign without two digits");
      }
    }
    return octets.toString(StandardCharsets.UTF_8);
  }
}
