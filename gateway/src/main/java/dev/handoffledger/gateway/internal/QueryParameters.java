package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** The query parameters of one request, each read strictly. */
final class QueryParameters {
  static final int DEFAULT_LIMIT = 100;

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

  private final Map<String, List<String>> values;

  private QueryParameters(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * The parameters of a request.
   *
   * @throws HttpProblem 400 if one is not among those known, or is given twice
   */
  static QueryParameters of(Context ctx, String... known) {
    Map<String, List<String>> values = ctx.queryParamMap();
    Set<String> allowed = Set.of(known);
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      if (!allowed.contains(entry.getKey())) {
        throw new HttpProblem(
            400,
            "unknown-parameter",
            "A parameter is not known",
            known.length == 0
                ? "This resource takes no query parameters; remove them."
                : "This resource takes the query parameters "
                    + String.join(", ", new TreeSet<>(allowed))
                    + "; remove all others.");
      }
      if (entry.getValue().size() != 1) {
        throw HttpProblem.badParameter(entry.getKey(), "give it once.");
      }
    }
    return new QueryParameters(values);
  }

  /** The text of a parameter, or null if it is absent. */
  String text(String name) {
    return value(name).orElse(null);
  }

  /**
   * The page of a listing that the request asks for.
   *
   * @param question asks for the page of a cursor and a limit
   * @throws HttpProblem 400 if no page gave the cursor
   */
  <T> Page<T> page(BiFunction<String, Integer, Page<T>> question) {
    String cursor = text("cursor");
    int limit = number("limit", DEFAULT_LIMIT);
    try {
      return question.apply(cursor, limit);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badParameter(
          "cursor", "give the next of an earlier page of the same question, or leave it out.");
    }
  }

  /** A whole number from 1 to {@link LedgerQueries#MAX_LIMIT}. */
  int number(String name, int ifAbsent) {
    return value(name).map(text -> number(name, text)).orElse(ifAbsent);
  }

  /** The time of a parameter, or null if it is absent. */
  Instant time(String name) {
    return value(name).map(text -> time(name, text)).orElse(null);
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).map(list -> list.get(0));
  }

  private static int number(String name, String text) {
    int number = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (number < 1 || number > LedgerQueries.MAX_LIMIT) {
      throw HttpProblem.badParameter(
          name, "give a whole number from 1 to " + LedgerQueries.MAX_LIMIT + ".");
    }
    return number;
  }

  private static Instant time(String name, String text) {
    // A plus that was not percent-encoded arrives as a space.
    String time = text.replace(' ', '+');
    if (RFC_3339.matcher(time).matches()) {
      try {
        return OffsetDateTime.parse(time, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant();
      } catch (DateTimeException e) {
        throw notATime(name);
      }
    }
    throw notATime(name);
  }

  private static HttpProblem notATime(String name) {
    return HttpProblem.badParameter(
        name, "give an RFC 3339 time, for example 2026-11-30T08:00:00Z.");
  }
}
