package dev.handoffledger.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a value looks like.
 *
 * @param wanted completes "is not …"
 */
record Form(String wanted, Predicate<String> fits) {
  private static final int MAX_PORT = 65_535;

  static final Form TEXT = new Form("text", value -> !value.contains("\n"));
  static final Form FLAG = oneOf("true", "false");
  static final Form PORT = between(1, MAX_PORT);
  static final Form ADDRESS =
      new Form(
          "a host and a port, as in gateway-1:7440",
          value -> {
            int colon = value.lastIndexOf(':');
            return colon > 0 && PORT.fits().test(value.substring(colon + 1));
          });

  static Form atLeast(int least) {
    return between(least, Integer.MAX_VALUE);
  }

  static Form between(int least, int most) {
    return new Form(
        most == Integer.MAX_VALUE
            ? "a whole number of at least " + least
            : "a whole number from " + least + " to " + most,
        value -> number(value).filter(number -> number >= least && number <= most).isPresent());
  }

  static Form oneOf(String... values) {
    List<String> all = List.of(values);
    return new Form("one of " + String.join(", ", all), all::contains);
  }

  private static Optional<Long> number(String value) {
    try {
      return Optional.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
