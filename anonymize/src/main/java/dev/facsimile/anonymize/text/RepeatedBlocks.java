package dev.facsimile.anonymize.text;

import dev.facsimile.trace.stats.BlockTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Blocks of prompts that a piece before has, of one bucket.
 *
 * @param hits how many
 * @param moved prompts for which the two differ
 */
public record RepeatedBlocks(Hits hits, List<MovedHits> moved) implements Serializable {

  /**
   * Hits in pieces before their own.
   *
   * @param before of raw prompts
   * @param after of the released ones
   */
  public record Hits(long before, long after) implements Serializable {}

  /**
   * Of what pieces tell of the bucket, in any order. Holds that, and 48 to 96 bytes for each
   * distinct block.
   */
  public static RepeatedBlocks of(List<NewBlocks.Told> pieces) {
    Seen raw = new Seen();
    Seen released = new Seen();
    List<MovedHits> moved = new ArrayList<>();
    for (NewBlocks.Told told :
        pieces.stream().sorted(Comparator.comparingInt(NewBlocks.Told::piece)).toList()) {
      TreeMap<Integer, Integer> by = new TreeMap<>();
      raw.add(told.raw(), 1, by);
      released.add(told.released(), -1, by);
      by.values().removeIf(sum -> sum == 0);
      if (!by.isEmpty()) {
        moved.add(
            new MovedHits(
                told.piece(),
                by.keySet().stream().mapToInt(Integer::intValue).toArray(),
                by.values().stream().mapToInt(Integer::intValue).toArray()));
      }
    }
    return new RepeatedBlocks(new Hits(raw.hits, released.hits), moved);
  }

  /** Blocks of the pieces so far. */
  private static final class Seen {
    private final BlockTable blocks = new BlockTable();
    private long hits;

    void add(NewBlocks.Prompted piece, int sign, TreeMap<Integer, Integer> by) {
      for (int i = 0; i < piece.codes().length; i++) {
        int known = blocks.size();
        if (blocks.number(piece.codes()[i]) < known) {
          hits++;
          by.merge(piece.prompts()[i], sign, Integer::sum);
        }
      }
    }
  }
}
