package dev.facsimile.analyze.cache;

import java.io.Serializable;

/**
 * The share of block references that hit in an LRU cache, as a function of its capacity in blocks.
 * Exact for capacities up to 256, then at steps of 0.8 % or less.
 */
public final class HitRatioCurve implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int EXACT_BITS = 8;
  private static final int STEPS = 1 << (EXACT_BITS - 1);

  /** Bins of distances up to 2^40. */
  private static final int BINS = STEPS * (42 - EXACT_BITS);

  private final double[] hits = new double[BINS + 1];
  private double references;

  /** Counts references, whether they hit or not. */
  void addReferences(double count) {
    references += count;
  }

  /**
   * Counts a reference that hits in a cache of more than {@code distance} blocks.
   *
   * @param weight how many references it stands for
   */
  void addHit(long distance, double weight) {
    hits[bin(distance)] += weight;
  }

  /** Adds the hits of another curve, each {@code factor} times. */
  void addHits(HitRatioCurve other, double factor) {
    for (int bin = 0; bin < hits.length; bin++) {
      hits[bin] += factor * other.hits[bin];
    }
  }

  /** Hits in an infinite cache. */
  double allHits() {
    double sum = 0;
    for (double each : hits) {
      sum += each;
    }
    return sum;
  }

  private static int bin(long distance) {
    if (distance < 2 * STEPS) {
      return (int) distance;
    }
    int shift = Long.SIZE - EXACT_BITS - Long.numberOfLeadingZeros(distance);
    return Math.min(BINS - 1, shift * STEPS + (int) (distance >>> shift));
  }

  /** The least distance of a bin. */
  private static long edge(int bin) {
    if (bin < 2 * STEPS) {
      return bin;
    }
    int shift = bin / STEPS - 1;
    return (long) (bin % STEPS + STEPS) << shift;
  }

  /** References counted. */
  public double references() {
    return references;
  }

  /** The share that hits in a cache of {@code capacity} blocks; 0 without references. */
  public double at(long capacity) {
    double sum = 0;
    for (int bin = 0; bin < BINS && edge(bin + 1) <= capacity; bin++) {
      sum += hits[bin];
    }
    return share(sum);
  }

  /** The share that hits in an infinite cache. */
  public double infinite() {
    return share(allHits());
  }

  private double share(double sum) {
    return references == 0 ? 0 : Math.min(1, sum / references);
  }

  /** The largest difference from another curve over all capacities, and where it is. */
  public Difference difference(HitRatioCurve other) {
    double mine = 0;
    double others = 0;
    double largest = 0;
    long capacity = 1;
    for (int bin = 0; bin < BINS; bin++) {
      mine += hits[bin];
      others += other.hits[bin];
      double difference = other.share(others) - share(mine);
      if (Math.abs(difference) > Math.abs(largest)) {
        largest = difference;
        capacity = edge(bin + 1);
      }
    }
    return new Difference(largest, capacity);
  }

  /** The capacity beyond which nothing more hits; 1 where nothing hits. */
  public long largestUseful() {
    for (int bin = BINS - 1; bin >= 0; bin--) {
      if (hits[bin] > 0) {
        return edge(bin + 1);
      }
    }
    return 1;
  }

  /**
   * A difference between two curves.
   *
   * @param value the other's hit ratio less this one's
   * @param capacity in blocks
   */
  public record Difference(double value, long capacity) {}
}
