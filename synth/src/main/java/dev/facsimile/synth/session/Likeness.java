package dev.facsimile.synth.session;

import dev.facsimile.synth.model.Branching.Donor;
import java.util.Arrays;
import java.util.List;

/**
 * What some requests are like, column by column, and their order by nested strata of it.
 *
 * @param sizes of the prompts
 * @param clocks cells of the source's time
 * @param gaps cells of their own gaps
 * @param answers sizes of the answers
 */
record Likeness(int[] sizes, int[] clocks, int[] gaps, int[] answers) {
  /** Into how many strata each column is cut: the number of requests to this power. */
  private static final double[] POWERS = {0.3, 0.15, 0.2};

  private static final double[] POWERS_OF_STARTS = {0.3, 0.15};

  /** Room for so many requests. */
  static Likeness of(int requests) {
    return new Likeness(new int[requests], new int[requests], new int[requests], new int[requests]);
  }

  /** That of donors. */
  static Likeness of(List<Donor> donors) {
    Likeness likeness = of(donors.size());
    for (int i = 0; i < donors.size(); i++) {
      Donor donor = donors.get(i);
      likeness.set(i, donor.size(), donor.clock(), donor.gap(), donor.answer());
    }
    return likeness;
  }

  int requests() {
    return sizes.length;
  }

  void set(int request, int size, int clock, int gap, int answer) {
    sizes[request] = size;
    clocks[request] = clock;
    gaps[request] = gap;
    answers[request] = answer;
  }

  /** Whether all of them start a session, and so have no gap. */
  boolean start() {
    return Arrays.stream(gaps).allMatch(gap -> gap == 0);
  }

  /**
   * The requests in the order of nested strata: of size, time, gap (unless they are starts) and
   * answer.
   *
   * @param strataOf number of requests that the numbers of strata go by
   */
  int[] order(int strataOf, boolean start) {
    int[][] columns =
        start ? new int[][] {sizes, clocks, answers} : new int[][] {sizes, clocks, gaps, answers};
    return new Order(columns, start ? POWERS_OF_STARTS : POWERS, strataOf).all();
  }

  /** The sorting, with what it needs of room. */
  private static final class Order {
    private final int[][] columns;
    private final int[] strata;
    private final int[] places;
    private final int[] before;
    private final long[] keys;

    Order(int[][] columns, double[] powers, int strataOf) {
      this.columns = columns;
      strata =
          Arrays.stream(powers)
              .mapToInt(power -> (int) Math.max(1, StrictMath.pow(strataOf, power)))
              .toArray();
      int size = columns[0].length;
      places = new int[size];
      before = new int[size];
      keys = new long[size];
      Arrays.setAll(places, i -> i);
    }

    int[] all() {
      order(0, places.length, 0);
      return places;
    }

    private void order(int from, int to, int column) {
      sort(from, to, columns[column]);
      if (column == strata.length) {
        return;
      }
      for (int stratum = 0; stratum < strata[column]; stratum++) {
        long size = to - from;
        order(
            from + (int) (stratum * size / strata[column]),
            from + (int) ((stratum + 1) * size / strata[column]),
            column + 1);
      }
    }

    /** Equal ones stay in the order that they are in. */
    private void sort(int from, int to, int[] column) {
      for (int i = from; i < to; i++) {
        keys[i] = (long) column[places[i]] << Integer.SIZE | i;
        before[i] = places[i];
      }
      Arrays.sort(keys, from, to);
      for (int i = from; i < to; i++) {
        places[i] = before[(int) keys[i]];
      }
    }
  }
}
