package dev.handoffledger.producer.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.producer.SchemaRegistryException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks a registry with Confluent's REST API for the ids of schemas. */
final class RegistryClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(8);
  private static final int SHOWN_OF_ANSWER = 400;

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final List<RegistrySettings.Server> servers;

  RegistryClient(List<RegistrySettings.Server> servers) {
    this.servers = servers;
  }

  /**
   * A schema that another one refers to, as the registry knows it.
   *
   * @param name what stands in {@code $ref}
   */
  record Reference(String name, String subject, int version) {}

  /**
   * A version of a subject.
   *
   * @param id the schema's id in the whole registry
   */
  record Version(int id, int version) {}

  /** Registers a schema under a subject, unless it is there, and gives its id. */
  int register(String subject, String schema, List<Reference> references) {
    return number(
        post("/subjects/" + path(subject) + "/versions", subject, schema, references), "id");
  }

  /** The version of a subject that a schema is. */
  Version lookUp(String subject, String schema, List<Reference> references) {
    Answer answer = post("/subjects/" + path(subject), subject, schema, references);
    return new Version(number(answer, "id"), number(answer, "version"));
  }

  /** The id of a subject's newest version. */
  int latest(String subject) {
    return number(answer("/subjects/" + path(subject) + "/versions/latest", null, subject), "id");
  }

  private Answer post(String path, String subject, String schema, List<Reference> references) {
    ObjectNode body = JSON.createObjectNode().put("schemaType", "JSON").put("schema", schema);
    ArrayNode list = body.putArray("references");
    for (Reference reference : references) {
      list.addObject()
          .put("name", reference.name())
          .put("subject", reference.subject())
          .put("version", reference.version());
    }
    return answer(path, body.toString(), subject);
  }

  private record Answer(RegistrySettings.Server server, JsonNode body) {}

  /** What the first server says that answers at all. */
  private Answer answer(String path, String body, String subject) {
    List<String> failures = new ArrayList<>();
    for (RegistrySettings.Server server : servers) {
      try {
        HttpResponse<String> response =
            http.send(request(server, path, body), BodyHandlers.ofString());
        if (response.statusCode() < 500 && response.statusCode() != 429) {
          return new Answer(server, checked(server, response, subject));
        }
        failures.add(server + " (status " + response.statusCode() + said(response) + ")");
      } catch (IOException e) {
        failures.add(server + " (" + reason(e) + ")");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SchemaRegistryException("interrupted while the Schema Registry was asked", e);
      }
    }
    throw new SchemaRegistryException(
        "No Schema Registry answers at "
            + String.join(", ", failures)
            + ". See that it runs and that schema.registry.url is right, or leave that property out"
            + " to publish bare JSON.");
  }

  private static HttpRequest request(RegistrySettings.Server server, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .timeout(REQUEST_TIMEOUT)
            .header("Accept", MEDIA_TYPE + ", application/json");
    if (server.authorization() != null) {
      request.header("Authorization", server.authorization());
    }
    if (body != null) {
      request.header("Content-Type", MEDIA_TYPE).POST(BodyPublishers.ofString(body));
    }
    return request.build();
  }

  private static JsonNode checked(
      RegistrySettings.Server server, HttpResponse<String> response, String subject) {
    int status = response.statusCode();
    JsonNode body = json(response.body());
    if (status == 200 && body.isObject()) {
      return body;
    }
    String where = "The Schema Registry at " + server;
    throw new SchemaRegistryException(
        switch (status) {
          case 401, 403 ->
              where
                  + " does not accept the credentials ("
                  + status
                  + "). Correct basic.auth.user.info (user:password), or ask for the right to write"
                  + " to subject "
                  + subject
                  + ".";
          case 409 ->
              where
                  + " has another schema under subject "
                  + subject
                  + ", to which ours is not compatible"
                  + said(response)
                  + ". Set the subject's compatibility to NONE to register ours beside it, or take"
                  + " the registered one with auto.register.schemas=false and"
                  + " use.latest.version=true.";
          case 422 -> where + " refuses the schema of subject " + subject + said(response) + ".";
          default ->
              isNoSuchSchema(body)
                  ? where
                      + " does not have our schema under subject "
                      + subject
                      + said(response)
                      + ". Register it (docs/registry.md), or set auto.register.schemas=true."
                  : server
                      + " does not answer as a Schema Registry (status "
                      + status
                      + "). Correct schema.registry.url: with Apicurio Registry it ends in"
                      + " /apis/ccompat/v7.";
        });
  }

  /** Subject, version or schema not found; a path that is not there has no such code. */
  private static boolean isNoSuchSchema(JsonNode body) {
    int code = body.path("error_code").asInt();
    return code > 40_400 && code < 40_500;
  }

  private static int number(Answer answer, String member) {
    JsonNode number = answer.body().path(member);
    if (!number.canConvertToInt()) {
      throw new SchemaRegistryException(
          "The Schema Registry at "
              + answer.server()
              + " gave an answer without "
              + member
              + ". See that it has Confluent's API, version 7.");
    }
    return number.intValue();
  }

  /** What the registry says, as the end of a clause; it is another system's text. */
  private static String said(HttpResponse<String> response) {
    String message = json(response.body()).path("message").asText("").strip();
    if (message.isEmpty()) {
      return "";
    }
    String shown =
        message
            .codePoints()
            .limit(SHOWN_OF_ANSWER)
            .map(codePoint -> Character.isISOControl(codePoint) ? ' ' : codePoint)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return ": " + shown.replaceFirst("[.]$", "");
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      return JSON.missingNode();
    }
  }

  private static String reason(IOException e) {
    if (e.getMessage() != null) {
      return e.getMessage();
    }
    return e instanceof ConnectException ? "connection refused" : e.getClass().getSimpleName();
  }

  private static String path(String subject) {
    return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
