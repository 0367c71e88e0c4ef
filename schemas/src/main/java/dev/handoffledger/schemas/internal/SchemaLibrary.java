package dev.handoffledger.schemas.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.path.PathType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The schemas that come with the ledger. Nothing is fetched. */
public final class SchemaLibrary {
  private static final String FOLDER = "/dev/handoffledger/schemas/";
  private static final String COMMON = "common.schema.json";

  private final SchemaRegistry registry;

  public SchemaLibrary() {
    String common = text(COMMON);
    this.registry =
        SchemaRegistry.withDialects(
            List.of(
                withOwnDateTime(Dialects.getDraft202012()), withOwnDateTime(Dialects.getDraft7())),
            builder ->
                builder
                    .schemas(Map.of("https://schemas.kxm.dev/" + COMMON, common))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .losslessNarrowing(true)
                            .pathType(PathType.JSON_POINTER)
                            .build()));
  }

  /** The schema in a file of the library, to be changed as one likes. */
  public static ObjectNode read(String file) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text(file));
    } catch (IOException e) {
      throw new UncheckedIOException("the schema " + file + " is not JSON", e);
    }
  }

  /** An empty object, to write a schema in. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Compiles a schema.
   *
   * @throws com.networknt.schema.SchemaException if it refers to one that is not in the library
   */
  public SchemaCheck compile(JsonNode schema) {
    var compiled = registry.getSchema(schema);
    compiled.initializeValidators();
    return new SchemaCheck(compiled);
  }

  private static Dialect withOwnDateTime(Dialect dialect) {
    return Dialect.builder(dialect).format(new OwnDateTime()).build();
  }

  // The validator's own takes a space for T and refuses -00:00 and long fractions.
  private static final class OwnDateTime implements Format {
    @Override
    public String getName() {
      return "date-time";
    }

    @Override
    public boolean matches(ExecutionContext context, String text) {
      return Timestamps.parse(text).isPresent();
    }
  }

  private static String text(String file) {
    try (InputStream in = SchemaLibrary.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("the schema " + file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the schema " + file + " cannot be read", e);
    }
  }
}
