package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
  private static final Slo SLO =
      new Slo(OptionalLong.of(1), OptionalLong.empty(), OptionalLong.empty(), 0.99);

  private static CapacitySearch search(int tries) {
    return new CapacitySearch(SLO, 0.95, tries, 0.05);
  }

  @Test
  void theAnswerLiesWhereTheServiceLevelBreaks() throws IOException {
    CapacitySearch.Found found =
        search(3).search(1, 1000, (rate, repeat) -> new Slo.Count(rate <= 37 ? 1000 : 900, 1000));
    assertTrue(found.largest().getAsDouble() <= 37);
    assertTrue(found.smallestFailing().getAsDouble() > 37);
    assertTrue(
        found.smallestFailing().getAsDouble() - found.largest().getAsDouble()
            <= 0.05 * found.smallestFailing().getAsDouble());
  }

  @Test
  void aServerThatMeetsItEverywhereHasNoFailingRate() throws IOException {
    CapacitySearch.Found found =
        search(3).search(1, 50, (rate, repeat) -> new Slo.Count(1000, 1000));
    assertEquals(OptionalDouble.of(50), found.largest());
    assertEquals(OptionalDouble.empty(), found.smallestFailing());
  }

  @Test
  void aServerThatNeverMeetsItHasNoCapacity() throws IOException {
    CapacitySearch.Found found = search(3).search(1, 50, (rate, repeat) -> new Slo.Count(0, 100));
    assertEquals(OptionalDouble.empty(), found.largest());
    assertEquals(1, found.tried().size());
  }

  @Test
  void aRateThatTheClientCannotSendEndsTheSearchWithWhatIsKnown() throws IOException {
    CapacitySearch.Found found =
        search(3)
            .search(
                1,
                1000,
                (rate, repeat) -> {
                  if (rate > 10) {
                    throw new CapacitySearch.Ended("too fast for the client");
                  }
                  return new Slo.Count(1000, 1000);
                });
    assertEquals(OptionalDouble.of(8), found.largest());
    assertEquals(OptionalDouble.empty(), found.smallestFailing());
    assertEquals(4, found.tried().size());
    assertEquals(Optional.of("too fast for the client"), found.endedBecause());
  }

  @Test
  void tooFewRequestsAreTriedAgainAndThenDoNotPass() throws IOException {
    // All of 20 met it: with so few, 99 % cannot be said at 95 % confidence.
    CapacitySearch.Found found = search(3).search(1, 2, (rate, repeat) -> new Slo.Count(20, 20));
    assertEquals(OptionalDouble.empty(), found.largest());
    assertEquals(CapacitySearch.Answer.UNDECIDED, found.tried().get(0).answer());
    assertEquals(3, found.tried().get(0).tries());
    assertEquals(60, found.tried().get(0).count().offered());
  }

  @Test
  void aRateJustBelowTheLevelSeldomPasses() throws IOException {
    // True share 0.985: the one-sided 95 % bound lets about 5 % of such rates pass, or fewer.
    int passed = 0;
    for (int i = 0; i < 200; i++) {
      var random = new SeededStreams(i).stream("trial");
      CapacitySearch.Found found =
          search(1)
              .search(
                  1,
                  1,
                  (rate, repeat) -> {
                    long good = 0;
                    for (int n = 0; n < 1000; n++) {
                      good += random.nextDouble() < 0.985 ? 1 : 0;
                    }
                    return new Slo.Count(good, 1000);
                  });
      passed += found.largest().isPresent() ? 1 : 0;
    }
    assertTrue(passed <= 4, passed + " of 200 passed");
  }
}
