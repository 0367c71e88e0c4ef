package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.LedgerPosition;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerProgressTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final LedgerProgress progress = new LedgerProgress();
  private final ExecutorService waiters = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    waiters.shutdownNow();
  }

  @Test
  void positionReachedStepByStep_endsTheWait() throws Exception {
    Future<Boolean> reached =
        waiters.submit(() -> progress.await(LedgerPosition.parse("0:1,1:0"), LONG));
    progress.read(0, 1, LedgerProgress.Step.WITHOUT_FACT);
    progress.read(1, 0, LedgerProgress.Step.WITHOUT_FACT);
    assertThat(reached.get()).isTrue();
  }

  @Test
  void factOfTheSession_endsTheWait() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    Callable<Boolean> wait =
        () ->
            progress.await(
                "a/b",
                2,
                () -> {
                  asked.countDown();
                  return false;
                },
                LONG);
    Future<Boolean> reached = waiters.submit(wait);
    asked.await();
    progress.read(0, 0, new LedgerProgress.Step("a/b", 2));
    assertThat(reached.get()).isTrue();
  }

  @Test
  void factReadBetweenQuestionAndWait_isNotMissed() throws Exception {
    CompletableFuture<Boolean> reached = new CompletableFuture<>();
    waiters.execute(
        () -> {
          try {
            reached.complete(
                progress.await(
                    "a/b",
                    1,
                    () -> {
                      progress.read(0, 0, new LedgerProgress.Step("a/b", 1));
                      return false;
                    },
                    LONG));
          } catch (InterruptedException e) {
            reached.completeExceptionally(e);
          }
        });
    assertThat(reached.get()).isTrue();
  }

  @Test
  void factOfAnotherSession_doesNotEndTheWait() throws InterruptedException {
    boolean reached =
        progress.await(
            "a/b",
            1,
            () -> {
              progress.read(0, 0, new LedgerProgress.Step("a/c", 1));
              return false;
            },
            Duration.ofMillis(1));
    assertThat(reached).isFalse();
  }

  @Test
  void partitionThatLeft_isNoLongerInThePosition() {
    progress.resumed(0, 5);
    progress.resumed(1, 6);
    progress.left(0);
    assertThat(progress.position()).isEqualTo(LedgerPosition.parse("1:6"));
  }

  @Test
  void partitionWithoutRecords_isNotInThePosition() {
    progress.resumed(0, -1);
    assertThat(progress.position()).isEqualTo(LedgerPosition.START);
  }
}
