package dev.handoffledger.standalone.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.standalone.internal.AnswerClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Compares every answer of two gateways of one ledger, byte for byte.
 *
 * <p>The ledger may go on meanwhile, and one gateway may be a little ahead of the other. So answers
 * that differ are asked for again: they are a difference once neither has changed from one round to
 * the next, several times, while each gateway has read beyond where the other one was. Both then
 * held at the same position. Answers that keep changing are told as unsettled.
 */
public final class AnswerComparison implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int THREADS = 4;
  private static final int AT_ONCE = 256;
  private static final int ROUNDS = 12;
  private static final int UNCHANGED_ROUNDS = 3;
  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
  private static final int OK = 200;
  private static final String PAGE = "limit=1000";

  private final AnswerClient live;
  private final AnswerClient rebuilt;
  private final int mostPages;
  private final Consumer<String> progress;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<Suspect> suspects = new ArrayList<>();
  private final List<Difference> differences = new ArrayList<>();
  private long compared;

  /**
   * A question that the two answer differently.
   *
   * @param path that was asked
   * @param liveStatus the HTTP status of the one
   * @param rebuiltStatus the HTTP status of the other
   * @param at where they differ first: a JSON pointer, or {@code byte} and a number; null if only
   *     the statuses differ, or neither has what the log has
   * @param live what the one has there, or null for nothing
   * @param rebuilt what the other has there, or null for nothing
   */
  public record Difference(
      String path, int liveStatus, int rebuiltStatus, String at, String live, String rebuilt) {}

  /**
   * What came of it.
   *
   * @param answers how many were compared
   * @param position up to which the live gateway had read the ledger when it was asked first
   * @param unsettled what was asked in vain, since the answers kept changing
   */
  public record Result(
      long answers, String position, List<Difference> differences, List<String> unsettled) {
    public Result {
      differences = List.copyOf(differences);
      unsettled = List.copyOf(unsettled);
    }
  }

  private record Pair(Question question, Answer live, Answer rebuilt) {
    boolean isSame() {
      return live.isSameAs(rebuilt);
    }
  }

  /** A question whose answers differ. */
  private static final class Suspect {
    private Pair pair;
    private int unchanged;

    Suspect(Pair pair) {
      this.pair = pair;
    }

    void askedAgain(Pair again) {
      boolean stands =
          again.live().isSameAs(pair.live())
              && again.rebuilt().isSameAs(pair.rebuilt())
              && again.live().position().reaches(pair.rebuilt().position())
              && again.rebuilt().position().reaches(pair.live().position());
      unchanged = stands ? unchanged + 1 : 0;
      pair = again;
    }
  }

  /**
   * @param live the address of the gateway that is audited
   * @param rebuilt the address of the one that it is held against
   * @param mostPages how many pages of each list are compared, a thousand entries each
   * @param progress is told how far it is, as a sentence without a full stop
   */
  public AnswerComparison(String live, String rebuilt, int mostPages, Consumer<String> progress) {
    this.live = new AnswerClient(live);
    this.rebuilt = new AnswerClient(rebuilt);
    this.mostPages = mostPages;
    this.progress = progress;
  }

  /**
   * Asks for the sessions and handoffs that an inventory names, for the lists, and for the chains
   * and issues in them. Once only.
   *
   * @throws IOException if a gateway cannot be reached, or does not come to answer
   */
  public Result compare(LedgerInventory inventory) throws IOException, InterruptedException {
    LedgerPosition position = meet();
    compareLists();
    compareSessions(inventory.sessions());
    compareHandoffs(inventory.handoffs());
    compareChains();
    compareIssues();
    List<String> unsettled = settle();
    return new Result(compared, position.toString(), differences, unsettled);
  }

  /** Waits until each has read as far as the other had, and returns how far that is. */
  private LedgerPosition meet() throws IOException, InterruptedException {
    Question question = Question.of("/v1/roles");
    Answer first = live.ask(question);
    try {
      Answer met = rebuilt.ask(question, first.position());
      live.ask(question, met.position());
    } catch (IOException e) {
      throw new IOException(
          "the gateway and Kafka do not come to the same position ("
              + first.position()
              + "); look whether they are of one ledger: "
              + e.getMessage());
    }
    return first.position();
  }

  private void compareLists() throws IOException, InterruptedException {
    pages(Question.of("/v1/sessions?" + PAGE));
    pages(Question.of("/v1/orphans?" + PAGE));
    pages(Question.of("/v1/quarantine?" + PAGE));
    pages(Question.of("/v1/leases?" + PAGE));
    for (String role : texts(pages(Question.of("/v1/roles")), "role")) {
      pages(Question.of("/v1/roles/" + Question.encode(role) + "?" + PAGE));
    }
  }

  private void compareSessions(Set<String> sessions) throws IOException, InterruptedException {
    List<Question> questions = new ArrayList<>();
    for (String session : sessions) {
      int slash = session.indexOf('/');
      // Neither can be asked for by a path; the checks of the chains tell of a name without slash.
      if (slash >= 0 && session.indexOf('\0') < 0) {
        String path =
            Question.encode(session.substring(0, slash))
                + "/"
                + Question.encode(session.substring(slash + 1));
        questions.add(Question.of("/v1/sessions/" + path + "?" + PAGE));
      }
    }
    for (Pair pair : ask(questions)) {
      note(pair);
      furtherPages(pair);
    }
  }

  private void compareHandoffs(Set<String> handoffs) throws IOException, InterruptedException {
    List<Question> questions = new ArrayList<>();
    for (String id : handoffs) {
      String path = "/v1/handoffs/" + Question.encode(id);
      questions.add(Question.of(path));
      questions.add(Question.of(path + "/artifact"));
      questions.add(Question.of(path + "/lineage?depth=1&" + PAGE));
      if (questions.size() >= AT_ONCE) {
        noteAll(questions);
        questions.clear();
      }
    }
    noteAll(questions);
  }

  private void compareChains() throws IOException, InterruptedException {
    List<Question> questions = new ArrayList<>();
    for (String root : texts(pages(Question.of("/v1/chains?" + PAGE)), "root")) {
      questions.add(Question.of("/v1/chains/" + Question.encode(root)));
      questions.add(Question.of("/v1/gate/" + Question.encode(root)));
    }
    noteAll(questions);
  }

  private void compareIssues() throws IOException, InterruptedException {
    List<Question> questions = new ArrayList<>();
    for (JsonNode issue : items(pages(Question.of("/v1/issues?" + PAGE)))) {
      Set<String> names = new LinkedHashSet<>();
      names.add(issue.path("id").asText());
      names.add(issue.path("fingerprint").asText());
      issue.path("aliases").forEach(alias -> names.add(alias.asText()));
      String project = "?project=" + Question.encode(issue.path("project_id").asText());
      for (String name : names) {
        questions.add(Question.of("/v1/issues/" + Question.encode(name) + project));
      }
      String packet =
          "/v1/issues/" + Question.encode(issue.path("id").asText()) + "/packet" + project;
      questions.add(Question.of(packet));
      questions.add(new Question(packet, "text/markdown"));
    }
    noteAll(questions);
  }

  private void noteAll(List<Question> questions) throws IOException, InterruptedException {
    for (Pair pair : ask(questions)) {
      note(pair);
    }
  }

  /** Notes what two answers to a question for something that is there are. */
  private void note(Pair pair) {
    compared++;
    progress.accept("comparing: %,d answers".formatted(compared));
    if (!pair.isSame()) {
      suspects.add(new Suspect(pair));
    } else if (pair.live().status() != OK) {
      int status = pair.live().status();
      differences.add(new Difference(pair.question().path(), status, status, null, null, null));
    }
  }

  /** Compares a list page by page. */
  private List<Pair> pages(Question first) throws IOException, InterruptedException {
    Pair pair = ask(List.of(first)).get(0);
    note(pair);
    List<Pair> pages = new ArrayList<>();
    pages.add(pair);
    pages.addAll(furtherPages(pair));
    return pages;
  }

  private List<Pair> furtherPages(Pair first) throws IOException, InterruptedException {
    List<Pair> pages = new ArrayList<>();
    Pair pair = first;
    String next = next(pair);
    while (next != null && pages.size() + 1 < mostPages) {
      pair = ask(List.of(first.question().page(next))).get(0);
      note(pair);
      pages.add(pair);
      next = next(pair);
    }
    return pages;
  }

  private static String next(Pair pair) throws IOException {
    return pair.live().status() == OK
        ? JSON.readTree(pair.live().body()).path("next").textValue()
        : null;
  }

  /** What either of the two has in its lists. */
  private static List<JsonNode> items(List<Pair> pages) throws IOException {
    Set<JsonNode> items = new LinkedHashSet<>();
    for (Pair page : pages) {
      for (Answer answer : List.of(page.live(), page.rebuilt())) {
        if (answer.status() == OK) {
          JSON.readTree(answer.body()).path("items").forEach(items::add);
        }
      }
    }
    return List.copyOf(items);
  }

  private static Set<String> texts(List<Pair> pages, String member) throws IOException {
    Set<String> texts = new LinkedHashSet<>();
    items(pages).forEach(item -> texts.add(item.path(member).asText()));
    return texts;
  }

  /** Asks both, several questions at once; the answers are in the order of the questions. */
  private List<Pair> ask(List<Question> questions) throws IOException, InterruptedException {
    List<Pair> pairs = new ArrayList<>();
    for (int from = 0; from < questions.size(); from += AT_ONCE) {
      List<Future<Pair>> asked = new ArrayList<>();
      for (Question question :
          questions.subList(from, Math.min(questions.size(), from + AT_ONCE))) {
        asked.add(
            threads.submit(() -> new Pair(question, live.ask(question), rebuilt.ask(question))));
      }
      for (Future<Pair> answer : asked) {
        pairs.add(answered(answer));
      }
    }
    return pairs;
  }

  private static Pair answered(Future<Pair> answer) throws IOException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException("a question could not be asked", e.getCause());
    }
  }

  /** Finds out which suspects differ, and returns what cannot be found out. */
  private List<String> settle() throws IOException, InterruptedException {
    for (int round = 0; round < ROUNDS && !suspects.isEmpty(); round++) {
      progress.accept("asking %,d questions again".formatted(suspects.size()));
      Thread.sleep(BETWEEN_ROUNDS.toMillis());
      List<Pair> again = ask(suspects.stream().map(suspect -> suspect.pair.question()).toList());
      List<Suspect> left = new ArrayList<>();
      for (int i = 0; i < again.size(); i++) {
        Suspect suspect = suspects.get(i);
        suspect.askedAgain(again.get(i));
        if (suspect.unchanged == UNCHANGED_ROUNDS) {
          differences.add(difference(suspect.pair));
        } else if (!suspect.pair.isSame()) {
          left.add(suspect);
        }
      }
      suspects.clear();
      suspects.addAll(left);
    }
    return suspects.stream().map(suspect -> suspect.pair.question().path()).toList();
  }

  private static Difference difference(Pair pair) {
    Answer live = pair.live();
    Answer rebuilt = pair.rebuilt();
    String path = pair.question().path();
    if (live.status() != rebuilt.status()) {
      return new Difference(path, live.status(), rebuilt.status(), null, null, null);
    }
    JsonDifference first = JsonDifference.of(live.body(), rebuilt.body());
    return new Difference(
        path, live.status(), rebuilt.status(), first.at(), first.live(), first.rebuilt());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
