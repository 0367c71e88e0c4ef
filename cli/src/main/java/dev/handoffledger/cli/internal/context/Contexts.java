package dev.handoffledger.cli.internal.context;

import dev.handoffledger.cli.internal.http.ServerUrl;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The servers that a user has named.
 *
 * @param current the one that commands ask unless told otherwise; {@value #LOCAL} if none was
 *     chosen
 * @param named by name, without {@value #LOCAL}
 */
public record Contexts(String current, SortedMap<String, Context> named) {
  /** Always there: the ledger that {@code handoff up} starts on this machine. */
  public static final String LOCAL = "local";

  public static final Contexts NONE = new Contexts(LOCAL, Collections.emptySortedMap());

  private static final Context LOCAL_CONTEXT = new Context(ServerUrl.LOCAL, null);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * A server.
   *
   * @param publisher who publishes there, or null
   */
  public record Context(String url, String publisher) {
    public Context {
      Objects.requireNonNull(url);
    }
  }

  public Contexts {
    Objects.requireNonNull(current);
    named = Collections.unmodifiableSortedMap(new TreeMap<>(named));
  }

  /** Whether a context may have this name. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public Optional<Context> find(String name) {
    return name.equals(LOCAL) ? Optional.of(LOCAL_CONTEXT) : Optional.ofNullable(named.get(name));
  }

  /** All of them, {@value #LOCAL} too. */
  public Map<String, Context> all() {
    SortedMap<String, Context> all = new TreeMap<>(named);
    all.put(LOCAL, LOCAL_CONTEXT);
    return all;
  }

  public Contexts with(String name, Context context) {
    SortedMap<String, Context> changed = new TreeMap<>(named);
    changed.put(name, context);
    return new Contexts(current, changed);
  }

  /** Without one; if it was the current one, {@value #LOCAL} is. */
  public Contexts without(String name) {
    SortedMap<String, Context> changed = new TreeMap<>(named);
    changed.remove(name);
    return new Contexts(current.equals(name) ? LOCAL : current, changed);
  }

  public Contexts using(String name) {
    return new Contexts(name, named);
  }
}
