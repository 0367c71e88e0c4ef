package dev.handoffledger.schemas.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A compiled schema, and its violations as problems that tell what to change. */
public final class SchemaCheck {
  private static final Set<String> TIMESTAMP_KEYWORDS = Set.of("format", "pattern");
  private static final Set<String> COMBINING =
      Set.of("oneOf", "anyOf", "allOf", "if", "then", "else");
  private static final int SHOWN_NAME = 64;

  private final Schema schema;

  SchemaCheck(Schema schema) {
    this.schema = schema;
  }

  public boolean accepts(JsonNode document) {
    return schema.validate(document).isEmpty();
  }

  /** Every violation, one problem each, in the validator's order. */
  public List<Problem> problems(JsonNode document) {
    List<Error> errors = schema.validate(document);
    if (errors.isEmpty()) {
      return List.of();
    }
    Map<String, Problem> problems = new LinkedHashMap<>();
    for (Error error : errors) {
      if (isOnlyTheNullBranch(error, errors) || COMBINING.contains(error.getKeyword())) {
        continue;
      }
      Problem problem = problem(error);
      // One timestamp may break pattern and format: that is one thing to change.
      String identity =
          problem.reason() == Reason.BAD_TIMESTAMP
              ? problem.pointer()
              : problem.pointer() + ' ' + error.getKeyword() + ' ' + problem.message();
      problems.putIfAbsent(identity, problem);
    }
    if (problems.isEmpty()) {
      return List.of(
          new Problem(
              Reason.SCHEMA_VIOLATION,
              pointer(errors.get(0)),
              "This fits none of the forms that the schema allows here."));
    }
    return List.copyOf(problems.values());
  }

  /** "Or null" is never what an agent should be told to change a value to. */
  private static boolean isOnlyTheNullBranch(Error error, List<Error> errors) {
    return error.getKeyword().equals("type")
        && error.getSchemaNode() != null
        && "null".equals(error.getSchemaNode().asText())
        && errors.stream()
            .anyMatch(
                other ->
                    other != error
                        && other.getInstanceLocation().startsWith(error.getInstanceLocation())
                        && !COMBINING.contains(other.getKeyword()));
  }

  private static Problem problem(Error error) {
    String pointer = pointer(error);
    JsonNode wanted = error.getSchemaNode();
    if (isTimestamp(error)) {
      return new Problem(
          Reason.BAD_TIMESTAMP,
          pointer,
          isUtcPattern(error)
              ? "This must be a date-time in UTC with Z, for example 2026-04-14T09:00:07Z."
              : "This must be a real date-time with T and an offset, for example"
                  + " 2026-04-14T09:00:07Z.");
    }
    return switch (error.getKeyword()) {
      case "required" -> violation(pointer, "The member " + name(error) + " is missing; add it.");
      case "additionalProperties" ->
          violation(
              Pointers.child(pointer, error.getProperty()),
              "The format has no member " + name(error) + " here; removing it is enough.");
      case "type" -> violation(pointer, "This must be of type " + types(wanted) + ".");
      case "enum" -> violation(pointer, "This must be one of " + values(wanted) + ".");
      case "const" -> violation(pointer, "This must be " + wanted + ".");
      case "pattern" -> violation(pointer, "This must match the pattern " + wanted.asText() + " .");
      case "not" -> violation(pointer, "This has a form that the schema excludes.");
      case "minLength" -> violation(pointer, "This must have at least " + wanted + " characters.");
      case "maxLength" -> violation(pointer, "This must have at most " + wanted + " characters.");
      case "minimum" -> violation(pointer, "This must be at least " + wanted + ".");
      case "maximum" -> violation(pointer, "This must be at most " + wanted + ".");
      case "minItems" -> violation(pointer, "This must have at least " + wanted + " items.");
      case "maxItems" -> violation(pointer, "This must have at most " + wanted + " items.");
      case "uniqueItems" -> violation(pointer, "No item of this may be there twice.");
      default ->
          violation(pointer, "This breaks the keyword " + error.getKeyword() + " of the schema.");
    };
  }

  private static boolean isTimestamp(Error error) {
    return TIMESTAMP_KEYWORDS.contains(error.getKeyword())
        && (error.getKeyword().equals("format") || isUtcPattern(error));
  }

  private static boolean isUtcPattern(Error error) {
    return error.getKeyword().equals("pattern")
        && error.getSchemaLocation().toString().contains("#/$defs/timestamp");
  }

  private static Problem violation(String pointer, String message) {
    return new Problem(Reason.SCHEMA_VIOLATION, pointer, message);
  }

  private static String pointer(Error error) {
    return error.getInstanceLocation().toString();
  }

  /** A member's name comes from the artifact: only its visible beginning is repeated. */
  private static String name(Error error) {
    StringBuilder shown = new StringBuilder("\"");
    error
        .getProperty()
        .codePoints()
        .limit(SHOWN_NAME)
        .forEach(
            codePoint -> {
              if (Character.isISOControl(codePoint)
                  || Character.getType(codePoint) == Character.FORMAT
                  || codePoint == '"') {
                shown.append("\\u{").append(Integer.toHexString(codePoint)).append('}');
              } else {
                shown.appendCodePoint(codePoint);
              }
            });
    return shown.append('"').toString();
  }

  private static String types(JsonNode wanted) {
    return wanted.isArray() ? values(wanted).replace("\"", "") : wanted.asText();
  }

  private static String values(JsonNode wanted) {
    return StreamSupport.stream(wanted.spliterator(), false)
        .map(JsonNode::toString)
        .collect(Collectors.joining(", "));
  }
}
