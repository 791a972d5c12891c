package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntSeriesTest {
  @Test
  void valuesStandWhereTheyWereAddedHoweverManyThereAre() {
    for (int size : new int[] {0, 1, 1024, 1025, 65_536, 65_537, 131_072, 200_000}) {
      IntSeries series = new IntSeries();
      int[] values = IntStream.range(0, size).map(i -> 3 * i + 1).toArray();
      IntStream.of(values).forEach(series::add);

      assertEquals(size, series.size());
      assertArrayEquals(values, IntStream.range(0, size).map(series::get).toArray());
      assertArrayEquals(values, series.drain());
    }
  }

  @Test
  void aDrainedSeriesBeginsAnew() {
    IntSeries series = new IntSeries();
    IntStream.range(0, 70_000).forEach(series::add);
    series.drain();

    series.add(7);
    series.add(8);

    assertArrayEquals(new int[] {8, 7}, series.drain(new int[] {1, 0}));
    assertEquals(0, series.size());
  }
}
