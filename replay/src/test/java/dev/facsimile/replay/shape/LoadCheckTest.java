package dev.facsimile.replay.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Good and broken arrivals. All seeds are fixed, so that every run of these tests is the same. */
class LoadCheckTest {
  private static final Expected POISSON = new Expected.Poisson();

  /** A Poisson process of {@code rate} per second from {@code start} seconds on. */
  private static long[] poisson(int count, double rate, double start, long seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("test");
    long[] times = new long[count];
    double at = start;
    for (int i = 0; i < count; i++) {
      at -= Math.log1p(-random.nextDouble()) / rate;
      times[i] = Math.round(at * 1e9);
    }
    return times;
  }

  private static String broken(List<LoadCheck.Finding> findings) {
    return findings.stream()
        .filter(f -> !f.sound())
        .map(f -> f.what() + ": " + f.seen())
        .collect(Collectors.joining("; "));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aPoissonProcessIsSound(long seed) {
    assertEquals("", broken(LoadCheck.process(poisson(4000, 20, 0, seed), POISSON)));
  }

  @Test
  void theSameStreamInTenWorkersIsFlagged() {
    // Ten workers with one seed and a tenth of the rate each, begun within a millisecond.
    long[] all = new long[4000];
    for (int worker = 0; worker < 10; worker++) {
      long[] own = poisson(400, 2, worker * 1e-4, 7);
      System.arraycopy(own, 0, all, worker * 400, 400);
    }
    Arrays.sort(all);
    String found = broken(LoadCheck.process(all, POISSON));
    assertTrue(found.contains("the same random stream in several workers"), found);
    assertTrue(found.contains("index of dispersion"), found);
    assertTrue(found.contains("distance of the gaps"), found);
  }

  @Test
  void aStreamThatIsUsedAgainLaterIsFlagged() {
    long[] first = poisson(1000, 2, 0, 9);
    long[] again = poisson(1000, 2, first[999] / 1e9, 9);
    long[] all = Arrays.copyOf(first, 2000);
    System.arraycopy(again, 0, all, 1000, 1000);
    String found = broken(LoadCheck.process(all, POISSON));
    assertTrue(found.contains("a stream used again"), found);
  }

  @Test
  void anArrivalOnEveryWholeSecondIsFlagged() {
    // Each second begins with an arrival and goes on as a process of its own.
    UniformRandomProvider random = new SeededStreams(11).stream("test");
    long[] all = new long[200 * 10];
    int n = 0;
    for (int second = 0; second < 200; second++) {
      double at = 0;
      while (at < 1 && n < all.length) {
        all[n++] = Math.round((second + at) * 1e9);
        at -= Math.log1p(-random.nextDouble()) / 9;
      }
    }
    String found = broken(LoadCheck.process(Arrays.copyOf(all, n), POISSON));
    assertTrue(found.contains("a process begun anew each second: "), found);
  }

  @Test
  void evenGapsAreNoPoissonProcess() {
    long[] even = new long[1000];
    for (int i = 0; i < even.length; i++) {
      even[i] = i * 10_000_000L + 3;
    }
    String found = broken(LoadCheck.process(even, POISSON));
    assertTrue(found.contains("distance of the gaps"), found);
    assertTrue(found.contains("index of dispersion"), found);
  }

  @Test
  void aLoadThatKeepsToItsScheduleIsSound() {
    long[] due = poisson(3000, 50, 0, 3);
    long[] sent = Arrays.stream(due).map(t -> t + 300_000).toArray();
    assertEquals("", broken(LoadCheck.kept(due, sent, 0)));
  }

  @Test
  void aLoadThatFallsBehindOrSkipsIsFlagged() {
    long[] due = poisson(3000, 50, 0, 3);
    // Each gap one percent longer than asked: the rate decays.
    long[] slow = Arrays.stream(due).map(t -> t + t / 100).toArray();
    assertTrue(broken(LoadCheck.kept(due, slow, 0)).contains("rate reached"));
    String skipped = broken(LoadCheck.kept(due, due, 2));
    assertTrue(skipped.contains("never sent: 2"), skipped);
    // A client that wakes ten times a second sends in bunches.
    long[] bunched = Arrays.stream(due).map(t -> (t / 500_000_000 + 1) * 500_000_000).toArray();
    assertTrue(broken(LoadCheck.kept(due, bunched, 0)).contains("index of dispersion"));
  }

  @ParameterizedTest
  @CsvSource({
    // The series of the incomplete gamma function, summed with Python's math.lgamma.
    "1, 1, 0.6321206",
    "1, 0.1, 0.0951626",
    "2, 1, 0.7436779",
    "0.5, 1, 0.5665299",
    "3, 0.5, 0.7617400"
  })
  void theGammaDistributionIsTheTextbooks(double variation, double gap, double share) {
    assertEquals(share, new Expected.Gamma(variation).share(gap), 1e-6);
  }

  @Test
  void tooFewArrivalsTellNothing() {
    assertTrue(LoadCheck.tooFew(99).isPresent());
    assertFalse(LoadCheck.tooFew(100).isPresent());
  }
}
