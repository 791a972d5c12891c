package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InOrderTest {
  private static List<Integer> all(InOrder<Integer> workers, int items) throws IOException {
    List<Integer> done = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      workers.add(i);
      while (workers.isFull()) {
        done.add(workers.next().orElseThrow());
      }
    }
    for (Optional<Integer> left = workers.next(); left.isPresent(); left = workers.next()) {
      done.add(left.get());
    }
    return done;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void whatIsDoneComesInTheOrderInWhichItCame(int threads) throws IOException {
    try (InOrder<Integer> workers = new InOrder<>(threads, i -> i * 10, i -> 0, 0)) {
      List<Integer> expected = IntStream.range(0, 1000).mapToObj(i -> i * 10).toList();
      assertEquals(expected, all(workers, 1000));
    }
  }

  @Test
  void noMoreWeightWaitsThanStatedButForASingleItem() throws IOException {
    try (InOrder<Integer> workers = new InOrder<>(2, i -> i, i -> i, 100)) {
      workers.add(60);
      assertFalse(workers.isFull());
      workers.add(40);
      assertFalse(workers.isFull());
      workers.add(500);
      assertTrue(workers.isFull());
      assertEquals(60, workers.next().orElseThrow());
      assertEquals(40, workers.next().orElseThrow());
      assertTrue(workers.isFull());
      assertEquals(500, workers.next().orElseThrow());
      assertFalse(workers.isFull());
    }
  }

  @Test
  void aSlowItemHoldsTheOthersBackButIsNotOvertaken() throws IOException {
    CountDownLatch second = new CountDownLatch(1);
    try (InOrder<Integer> workers =
        new InOrder<>(
            2,
            i -> {
              if (i == 1) {
                second.countDown();
              } else if (i == 0) {
                await(second);
              }
              return i;
            },
            i -> 0,
            0)) {
      assertEquals(List.of(0, 1), all(workers, 2));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aFailureReachesWhoeverAsks(int threads) {
    try (InOrder<Integer> workers =
        new InOrder<>(
            threads,
            i -> {
              throw new IllegalStateException("item " + i);
            },
            i -> 0,
            0)) {
      assertThrows(IllegalStateException.class, () -> all(workers, 3));
    }
  }
}
