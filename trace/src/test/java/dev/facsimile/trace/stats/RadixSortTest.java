package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RadixSortTest {
  private final UniformRandomProvider random = new SeededStreams(1).stream("radix sort test");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 2048, 50_000})
  void numbersOfAnySizeAndSignComeInTheirOrder(int size) {
    long[] values = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextLong() >> random.nextInt(64);
    }
    long[] before = values.clone();

    long[] sorted = RadixSort.sorted(values);

    assertArrayEquals(before, values);
    Arrays.sort(before);
    assertArrayEquals(before, sorted);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 50_000})
  void equalValuesKeepTheirOrderInKeys(int size) {
    int[] values = new int[size];
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextInt(100) * (random.nextBoolean() ? -70_000 : 3);
      keys[i] = (long) values[i] << 32 | i;
    }
    Arrays.sort(keys);

    assertArrayEquals(keys, RadixSort.sortedKeys(values));
  }

  @Test
  void equalNumbersAreCopied() {
    long[] equal = new long[5000];
    Arrays.fill(equal, 7);
    long[] sorted = RadixSort.sorted(equal);
    sorted[0] = 1;
    assertArrayEquals(new long[] {7, 7}, new long[] {equal[0], sorted[1]});
  }
}
