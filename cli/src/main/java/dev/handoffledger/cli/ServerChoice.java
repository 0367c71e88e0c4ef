package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.context.Contexts;
import dev.handoffledger.cli.internal.context.Contexts.Context;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Which server a command asks, and why.
 *
 * @param context the name of the context that it comes from, or null
 * @param url as it was given
 * @param publisher who publishes there, or null if the context does not say
 * @param reason what decided it, as a user would name it
 */
record ServerChoice(String context, String url, String publisher, String reason) {
  static final String URL_VARIABLE = "HANDOFF_URL";
  static final String CONTEXT_VARIABLE = "HANDOFF_CONTEXT";

  /**
   * Chooses: the command line before the environment, that before the current context.
   *
   * @param url of the command line, or null
   * @param context of the command line, or null
   * @param contexts read only if a context decides
   * @param unknown makes what to throw if a context is named that is not there
   */
  static ServerChoice of(
      String url,
      String context,
      Map<String, String> environment,
      Supplier<Contexts> contexts,
      Function<String, RuntimeException> unknown) {
    if (url != null) {
      return new ServerChoice(null, url, null, "--url");
    }
    if (context != null) {
      return of(context, "--context", contexts.get(), unknown);
    }
    String ofEnvironment = environment.getOrDefault(URL_VARIABLE, "");
    if (!ofEnvironment.isBlank()) {
      return new ServerChoice(null, ofEnvironment, null, URL_VARIABLE);
    }
    String named = environment.getOrDefault(CONTEXT_VARIABLE, "");
    if (!named.isBlank()) {
      return of(named.strip(), CONTEXT_VARIABLE, contexts.get(), unknown);
    }
    Contexts all = contexts.get();
    return of(all.current(), "the current context", all, unknown);
  }

  private static ServerChoice of(
      String name, String reason, Contexts contexts, Function<String, RuntimeException> unknown) {
    Context context = contexts.find(name).orElseThrow(() -> unknown.apply(reason));
    return new ServerChoice(name, context.url(), context.publisher(), reason);
  }
}
