package dev.handoffledger.cli.internal.http;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a gateway as users write it. */
public final class ServerUrl {
  /** Where {@code handoff up} listens unless told otherwise. */
  public static final String LOCAL = "http://127.0.0.1:7440";

  private ServerUrl() {}

  /**
   * Reads an http or https URL, without a slash at its end.
   *
   * @throws IllegalArgumentException whose message tells the user what to change
   */
  public static URI parse(String text) {
    URI url;
    try {
      url = new URI(text.strip().replaceFirst("/+$", ""));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "The server's URL is malformed; write it like " + LOCAL + ".", e);
    }
    boolean http =
        "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException(
          "The server's URL needs http:// or https:// and a host; write it like " + LOCAL + ".");
    }
    if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "The server's URL must hold neither a user, a query nor a fragment; write it like "
              + LOCAL
              + ".");
    }
    return url;
  }
}
