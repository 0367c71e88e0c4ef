package dev.handoffledger.cli.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.cli.internal.view.LineageTree.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineageTreeTest {

  /** The drawing of handoffs, one letter each, and edges such as {@code b>a} for b answers a. */
  private static List<String> drawn(String ids, String... edges) {
    return LineageTree.rows(
            ids.chars().mapToObj(Character::toString).toList(),
            Stream.of(edges)
                .map(edge -> new Edge(edge.substring(0, 1), edge.substring(2), false))
                .toList())
        .stream()
        .map(row -> row.prefix() + row.id() + (row.again() ? "*" : ""))
        .toList();
  }

  @Test
  void chain_goesStraightDown() {
    assertThat(drawn("abc", "b>a", "c>b")).containsExactly("a", "b", "c");
  }

  @Test
  void answers_branchOffAndTheLargestGoesOn() {
    assertThat(drawn("abcd", "b>a", "c>a", "d>b")).containsExactly("a", "├─c", "b", "d");
  }

  @Test
  void branches_keepWhatCameOfThem() {
    assertThat(drawn("abcdef", "b>a", "c>b", "d>a", "e>d", "f>e"))
        .containsExactly("a", "├─b", "│ c", "d", "e", "f");
  }

  @Test
  void ofEqualAnswers_theNewestGoesOn() {
    assertThat(drawn("abc", "b>a", "c>a")).containsExactly("a", "├─b", "c");
  }

  @Test
  void answerOfTwo_isDrawnOnce() {
    assertThat(drawn("abc", "c>a", "c>b")).containsExactly("a", "c", "b", "c*");
  }

  @Test
  void circle_isDrawnOnce() {
    assertThat(drawn("abc", "b>a", "c>b", "a>c")).containsExactly("a", "b", "c", "a*");
  }

  @Test
  void handoffThatAnswersItself_isDrawnOnce() {
    assertThat(drawn("a", "a>a")).containsExactly("a", "a*");
  }

  @Test
  void edgeToWhatIsNotThere_isPassedOver() {
    assertThat(drawn("ab", "b>a", "c>b", "a>z")).containsExactly("a", "b");
  }

  @Test
  void longAndWideChains_stayNarrow() {
    List<String> ids = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int round = 0; round < 500; round++) {
      ids.add("leg" + round);
      ids.add("side" + round);
      edges.add(new Edge("side" + round, "leg" + round, false));
      if (round > 0) {
        edges.add(new Edge("leg" + round, "leg" + (round - 1), false));
      }
    }

    assertThat(LineageTree.rows(ids, edges))
        .hasSize(1000)
        .allMatch(row -> row.prefix().length() <= 2);
  }
}
