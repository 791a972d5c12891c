package dev.facsimile.analyze.metric;

/** Values by place; what a percentile is taken from, wherever they lie. */
public interface Sample {
  /** How many. */
  int size();

  /** The value at a place, from 0. */
  long at(int place);

  /** The values of an array, as they stand. */
  static Sample of(long[] values) {
    return new Sample() {
      @Override
      public int size() {
        return values.length;
      }

      @Override
      public long at(int place) {
        return values[place];
      }
    };
  }
}
