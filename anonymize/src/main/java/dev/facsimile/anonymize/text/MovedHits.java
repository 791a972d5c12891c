package dev.facsimile.anonymize.text;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * Prompts of a piece whose number of hit blocks is another than before, as far as was looked.
 *
 * @param piece the piece's place
 * @param prompts their places in the piece
 * @param by hits of the raw prompt less those of the released one
 */
public record MovedHits(int piece, int[] prompts, int[] by) implements Serializable {

  /**
   * How many prompts of a piece have another number of hit blocks, all being told. Holds the
   * prompts that are told.
   */
  public static long count(Iterable<MovedHits> ofPiece) {
    Map<Integer, Integer> sums = new HashMap<>();
    for (MovedHits told : ofPiece) {
      for (int i = 0; i < told.prompts.length; i++) {
        sums.merge(told.prompts[i], told.by[i], Integer::sum);
      }
    }
    return sums.values().stream().filter(sum -> sum != 0).count();
  }
}
