package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.internal.SchemaCheck;
import java.util.List;
import java.util.Optional;

/** A format with one kind and one schema: a document need not state what it is. */
abstract class SingleKindFormat implements HandoffFormat {
  private final Kind kind;
  private final SchemaCheck schema;

  SingleKindFormat(Kind kind, SchemaCheck schema) {
    this.kind = kind;
    this.schema = schema;
  }

  @Override
  public final String name() {
    return kind.format();
  }

  @Override
  public final List<Kind> kinds() {
    return List.of(kind);
  }

  @Override
  public final Optional<Kind> kindOf(JsonNode document) {
    return Optional.of(kind);
  }

  @Override
  public List<Problem> schemaProblems(JsonNode document, Kind kind) {
    return schema.problems(document);
  }
}
