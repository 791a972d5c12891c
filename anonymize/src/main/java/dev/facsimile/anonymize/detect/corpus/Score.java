package dev.facsimile.anonymize.detect.corpus;

import java.util.ArrayList;
import java.util.List;

/** How many were found of those to be found, and some ids of those that were not. */
public final class Score {
  private static final int EXAMPLES = 12;

  private final List<String> missed = new ArrayList<>();
  private int total;
  private int found;

  /** Counts one. */
  void add(boolean hit, String id) {
    total++;
    if (hit) {
      found++;
    } else if (missed.size() < EXAMPLES) {
      missed.add(id);
    }
  }

  /** Adds all of {@code other}. */
  public void add(Score other) {
    total += other.total;
    found += other.found;
    missed.addAll(other.missed);
  }

  /** Those to be found. */
  public int total() {
    return total;
  }

  /** Those found. */
  public int found() {
    return found;
  }

  /** Found of total; 1 where there was nothing to find. */
  public double share() {
    return total == 0 ? 1 : (double) found / total;
  }

  /** Ids of the first that were not found. */
  public List<String> missed() {
    return List.copyOf(missed);
  }

  @Override
  public String toString() {
    return found + " of " + total + (missed.isEmpty() ? "" : ", not " + missed);
  }
}
