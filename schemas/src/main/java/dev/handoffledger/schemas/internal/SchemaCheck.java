package dev.handoffledger.schemas.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.path.NodePath;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A compiled schema, and its violations as problems that tell what to change. */
public final class SchemaCheck {
  private static final Set<String> TIMESTAMP_KEYWORDS = Set.of("format", "pattern");
  private static final Set<String> COMBINING =
      Set.of("oneOf", "anyOf", "allOf", "if", "then", "else");
  private static final Set<String> ALTERNATIVES = Set.of("oneOf", "anyOf");
  private static final int SHOWN_NAME = 64;

  private final Schema schema;

  SchemaCheck(Schema schema) {
    this.schema = schema;
  }

  public boolean accepts(JsonNode document) {
    return schema.validate(document).isEmpty();
  }

  /** Every violation, in the validator's order. */
  public List<Problem> problems(JsonNode document) {
    List<Error> errors = schema.validate(document);
    List<Error> reasons =
        errors.stream().filter(error -> !isCombining(error) && !isNullAlternative(error)).toList();
    Set<NodePath> explained = withAncestors(reasons);
    Set<Problem> problems = new LinkedHashSet<>();
    for (Error error : errors) {
      if (isCombining(error)) {
        if (!explained.contains(error.getInstanceLocation())) {
          problems.add(
              violation(
                  pointer(error),
                  "This must have exactly one of the forms that the schema allows."));
        }
      } else if (!isNullAlternative(error)) {
        problems.add(problem(error));
      }
    }
    return List.copyOf(problems);
  }

  private static boolean isCombining(Error error) {
    return COMBINING.contains(error.getKeyword());
  }

  /** "Or null" is never what an agent should be told to change a value to. */
  private static boolean isNullAlternative(Error error) {
    NodePath path = error.getEvaluationPath();
    int names = path.getNameCount();
    return error.getKeyword().equals("type")
        && "null".equals(error.getSchemaNode().asText())
        && names >= 3
        && ALTERNATIVES.contains(path.getName(names - 3));
  }

  /** Where the errors are, and every place around them. */
  private static Set<NodePath> withAncestors(List<Error> errors) {
    Set<NodePath> places = new HashSet<>();
    for (Error error : errors) {
      NodePath place = error.getInstanceLocation();
      while (place != null && places.add(place)) {
        place = place.getParent();
      }
    }
    return places;
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
    String name = error.getProperty();
    StringBuilder shown = new StringBuilder("\"");
    name.codePoints()
        .limit(SHOWN_NAME)
        .forEach(
            codePoint -> {
              if (isShown(codePoint)) {
                shown.appendCodePoint(codePoint);
              } else {
                shown.append("\\u{").append(Integer.toHexString(codePoint)).append('}');
              }
            });
    if (name.codePointCount(0, name.length()) > SHOWN_NAME) {
      shown.append('…');
    }
    return shown.append('"').toString();
  }

  private static boolean isShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> codePoint != '"' && codePoint != '\\';
    };
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
