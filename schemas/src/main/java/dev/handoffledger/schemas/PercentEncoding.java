package dev.handoffledger.schemas;

import java.nio.charset.StandardCharsets;

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
}
