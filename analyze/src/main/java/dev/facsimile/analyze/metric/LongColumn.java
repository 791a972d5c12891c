package dev.facsimile.analyze.metric;

import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalLong;

/** One value per request, some absent; holds 8 bytes and a bit for each. */
public final class LongColumn {
  private final LongSeries values = new LongSeries();
  private final BitSet present = new BitSet();

  /** Adds the next request's value. */
  public void add(OptionalLong value) {
    if (value.isPresent()) {
      present.set(values.size());
    }
    values.add(value.orElse(0));
  }

  public int size() {
    return values.size();
  }

  /** Whether request {@code row} has a value. */
  public boolean has(int row) {
    return present.get(row);
  }

  /** The value of request {@code row}, which has one. */
  public long get(int row) {
    return values.get(row);
  }

  /** All present values. */
  public long[] present() {
    return present.stream().mapToLong(values::get).toArray();
  }

  /** The present values of some requests. */
  public long[] at(int[] rows) {
    return Arrays.stream(rows).filter(present::get).mapToLong(values::get).toArray();
  }

  /** All present values, sorted. */
  public Percentiles percentiles() {
    return Percentiles.of(present());
  }
}
