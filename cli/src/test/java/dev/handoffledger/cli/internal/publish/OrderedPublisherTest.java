package dev.handoffledger.cli.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.cli.internal.input.InputPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OrderedPublisherTest {
  private final List<String> handedOn = Collections.synchronizedList(new ArrayList<>());

  private static InputPart.Document part(String name) {
    return new InputPart.Document(name, new byte[0]);
  }

  private static SessionsOfPart session(String own, String... parents) {
    Set<String> awaited = new HashSet<>(Arrays.asList(parents));
    awaited.add(own);
    return new SessionsOfPart(Set.of(own), awaited);
  }

  private static List<PublishOutcome> recorded(InputPart part) {
    return part.names().stream()
        .map(
            name ->
                new PublishOutcome(
                    name,
                    "recorded",
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    null,
                    List.of(),
                    List.of()))
        .toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited in vain");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void child_isSentAfterWhatCameBeforeItInItsParentsSession() {
    CountDownLatch otherSent = new CountDownLatch(1);
    ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
    try (OrderedPublisher publisher =
        new OrderedPublisher(
            part -> {
              String name = part.names().get(0);
              events.add("sent " + name);
              if (name.equals("parent")) {
                // The unrelated part overtakes the parent; the child, sent with it, must not.
                await(otherSent);
              } else if (name.equals("other")) {
                otherSent.countDown();
              }
              events.add("answered " + name);
              return recorded(part);
            },
            8,
            outcome -> handedOn.add(outcome.file()))) {
      publisher.publish(part("parent"), session("planner"));
      publisher.publish(part("child"), session("builder", "planner"));
      publisher.publish(part("other"), session("elsewhere"));
      publisher.finish();
    }

    assertThat(events).containsSubsequence("sent other", "answered parent", "sent child");
  }

  @Test
  void outcomes_areHandedOnInTheOrderOfTheInput() {
    CountDownLatch secondAnswered = new CountDownLatch(1);
    try (OrderedPublisher publisher =
        new OrderedPublisher(
            part -> {
              if (part.names().contains("1")) {
                await(secondAnswered);
              } else {
                secondAnswered.countDown();
              }
              return recorded(part);
            },
            2,
            outcome -> handedOn.add(outcome.file()))) {
      publisher.publish(part("1"), session("a"));
      publisher.publish(part("2"), session("b"));
      publisher.finish();
    }

    assertThat(handedOn).containsExactly("1", "2");
  }

  @Test
  void failure_endsItAndLaterOutcomesAreNotHandedOn() {
    IllegalStateException failure = new IllegalStateException("broken");
    try (OrderedPublisher publisher =
        new OrderedPublisher(
            part -> {
              if (part.names().contains("2")) {
                throw failure;
              }
              return recorded(part);
            },
            1,
            outcome -> handedOn.add(outcome.file()))) {
      publisher.publish(part("1"), session("a"));
      publisher.publish(part("2"), session("a"));

      assertThatThrownBy(
              () -> {
                publisher.publish(part("3"), session("a"));
                publisher.finish();
              })
          .isSameAs(failure);
    }

    assertThat(handedOn).containsExactly("1");
  }

  @Property(tries = 25)
  void everySessionIsSentInOrder_whateverTheParallelism(
      @ForAll @Size(max = 600) List<@IntRange(max = 5) Integer> sessions,
      @ForAll @IntRange(min = 1, max = 8) int parallel) {
    ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
    List<String> received = Collections.synchronizedList(new ArrayList<>());
    try (OrderedPublisher publisher =
        new OrderedPublisher(
            part -> {
              sent.add(Integer.valueOf(part.names().get(0)));
              return recorded(part);
            },
            parallel,
            outcome -> received.add(outcome.file()))) {
      for (int i = 0; i < sessions.size(); i++) {
        publisher.publish(part(String.valueOf(i)), session("s" + sessions.get(i)));
      }
      publisher.finish();
    }

    assertThat(received)
        .isEqualTo(IntStream.range(0, sessions.size()).mapToObj(String::valueOf).toList());
    for (int session = 0; session <= 5; session++) {
      int of = session;
      assertThat(sent.stream().filter(index -> sessions.get(index) == of)).isSorted();
    }
  }
}
