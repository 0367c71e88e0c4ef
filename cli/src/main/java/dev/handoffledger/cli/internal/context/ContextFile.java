package dev.handoffledger.cli.internal.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.context.Contexts.Context;
import dev.handoffledger.cli.internal.http.ServerUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The file in which a user's contexts are kept. */
public final class ContextFile {
  private final Path path;
  private final ObjectMapper json;

  /**
   * @param path of the file, which need not be there
   */
  public ContextFile(Path path, ObjectMapper json) {
    this.path = path;
    this.json = json;
  }

  /**
   * Where the file of a user is, by the XDG Base Directory Specification; empty if the environment
   * names neither a folder for configurations nor a home.
   */
  public static Optional<Path> pathIn(Map<String, String> environment) {
    return absolute(environment.get("XDG_CONFIG_HOME"))
        .or(() -> absolute(environment.get("HOME")).map(home -> home.resolve(".config")))
        .map(folder -> folder.resolve("handoff").resolve("contexts.json"));
  }

  private static Optional<Path> absolute(String folder) {
    return Optional.ofNullable(folder)
        .filter(text -> !text.isEmpty())
        .map(Path::of)
        .filter(Path::isAbsolute);
  }

  public Path path() {
    return path;
  }

  /**
   * Reads the contexts; none if there is no file.
   *
   * @throws IOException if the file cannot be read or is not what {@link #write} writes; the
   *     message says what is wrong with it
   */
  public Contexts read() throws IOException {
    if (!Files.exists(path)) {
      return Contexts.NONE;
    }
    JsonNode file;
    try {
      file = json.readTree(Files.readAllBytes(path));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IOException("it is not JSON, see line " + e.getLocation().getLineNr(), e);
    }
    SortedMap<String, Context> named = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : file.path("contexts").properties()) {
      named.put(member.getKey(), context(member.getKey(), member.getValue()));
    }
    String current = file.path("current").asText(Contexts.LOCAL);
    Contexts contexts = new Contexts(current, named);
    if (!file.path("contexts").isObject()) {
      throw new IOException("it lacks the object \"contexts\"");
    }
    if (contexts.find(current).isEmpty()) {
      throw new IOException("\"current\" names a context that is not in it");
    }
    return contexts;
  }

  private static Context context(String name, JsonNode member) throws IOException {
    if (!Contexts.isName(name) || name.equals(Contexts.LOCAL)) {
      throw new IOException("a context has a name that none can have");
    }
    if (!member.path("url").isTextual()) {
      throw new IOException("the context " + name + " has no \"url\"");
    }
    String url = member.get("url").textValue();
    try {
      ServerUrl.parse(url);
    } catch (IllegalArgumentException e) {
      throw new IOException("the context " + name + " has a \"url\" that is none", e);
    }
    return new Context(url, member.path("publisher").textValue());
  }

  /** Writes the contexts, all or nothing, readable for the user alone. */
  public void write(Contexts contexts) throws IOException {
    ObjectNode file = json.createObjectNode().put("current", contexts.current());
    ObjectNode named = file.putObject("contexts");
    contexts
        .named()
        .forEach(
            (name, context) -> {
              ObjectNode member = named.putObject(name).put("url", context.url());
              if (context.publisher() != null) {
                member.put("publisher", context.publisher());
              }
            });
    // Where the file is a link, what it points to is replaced and not the link.
    Path target = Files.exists(path) ? path.toRealPath() : path;
    Files.createDirectories(target.getParent());
    Path written = Files.createTempFile(target.getParent(), "contexts", ".json");
    try {
      Files.write(written, json.writerWithDefaultPrettyPrinter().writeValueAsBytes(file));
      Files.move(
          written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
