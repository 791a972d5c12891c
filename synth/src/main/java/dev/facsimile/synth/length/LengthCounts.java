package dev.facsimile.synth.length;

import java.io.Serializable;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts every token number exactly. Holds 24 to 48 bytes for each distinct number, of which there
 * are at most as many as the longest context has tokens. Counts of parts add up.
 */
public final class LengthCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int FEWEST_PLACES = 64;
  private static final int MIX = 0x9e3779b9;

  private int[] numbers = new int[FEWEST_PLACES];

  /** How often the number in the same place occurred; 0 is a free place. */
  private long[] times = new long[FEWEST_PLACES];

  private int distinct;
  private long total;

  /** Counts one number, 0 or more. */
  public void add(int tokens) {
    add(tokens, 1);
  }

  /** Counts one number, 0 or more, so many times. */
  public void add(int tokens, long more) {
    if (more == 0) {
      return;
    }
    total += more;
    int place = place(tokens);
    if (times[place] == 0) {
      numbers[place] = tokens;
      if (2 * ++distinct > numbers.length) {
        grow();
        place = place(tokens);
        numbers[place] = tokens;
      }
    }
    times[place] += more;
  }

  private int place(int tokens) {
    int mask = numbers.length - 1;
    int hash = tokens * MIX;
    int place = (hash ^ (hash >>> 16)) & mask;
    while (times[place] != 0 && numbers[place] != tokens) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldNumbers = numbers;
    long[] oldTimes = times;
    numbers = new int[2 * oldNumbers.length];
    times = new long[2 * oldTimes.length];
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldTimes[i] != 0) {
        int place = place(oldNumbers[i]);
        numbers[place] = oldNumbers[i];
        times[place] = oldTimes[i];
      }
    }
  }

  /** Counts all numbers that {@code other} has counted. */
  public void addAll(LengthCounts other) {
    for (int i = 0; i < other.numbers.length; i++) {
      if (other.times[i] != 0) {
        add(other.numbers[i], other.times[i]);
      }
    }
  }

  /** The counts of both. */
  public static LengthCounts sum(LengthCounts one, LengthCounts other) {
    LengthCounts sum = new LengthCounts();
    sum.addAll(one);
    sum.addAll(other);
    return sum;
  }

  /** Numbers counted. */
  public long total() {
    return total;
  }

  /** The numbers that occurred with how often they did, ascending. */
  public SortedMap<Integer, Long> counts() {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < numbers.length; i++) {
      if (times[i] != 0) {
        counts.put(numbers[i], times[i]);
      }
    }
    return counts;
  }
}
