package dev.facsimile.anonymize.text;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;

/** Random bits for each position of a text, from the seed of the chunk that the position is in. */
final class Draws implements StableWords.Draw {
  private final int[] ends;
  private final long[] seeds;

  Draws(int[] ends, long[] seeds) {
    this.ends = ends;
    this.seeds = seeds;
  }

  @Override
  public long at(int position) {
    int found = Arrays.binarySearch(ends, position + 1);
    int chunk = Math.min(found < 0 ? -found - 1 : found, ends.length - 1);
    return SeededStreams.mix(seeds[chunk] + position);
  }
}
