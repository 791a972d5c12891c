package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockUnits;
import java.io.Serializable;
import java.util.List;
import java.util.TreeMap;

/**
 * Counts the units that have what the pieces tell of one bucket. Holds what they tell, and what
 * {@link BlockUnits} tells of it.
 */
public final class CrowdBucket {
  private final List<PieceUnits> pieces;
  private final BlockUnits blocks;
  private final BlockUnits chunks;
  private final BlockUnits tools;

  /**
   * A bucket.
   *
   * @param k units that make a crowd
   * @param pieces what they tell of it, in any order
   */
  public CrowdBucket(int k, List<PieceUnits> pieces) {
    this.pieces = pieces;
    blocks = new BlockUnits(k);
    chunks = new BlockUnits(k);
    tools = new BlockUnits(k);
    for (PieceUnits told : pieces) {
      blocks.add(told.blocks());
      chunks.add(told.chunks());
      tools.add(told.tools());
    }
  }

  /**
   * What a bucket adds to the whole.
   *
   * @param sharedBlocks prefix blocks that k units have
   * @param splitBlocks prefix blocks that several units have, but fewer
   * @param contents contents of the pieces that told them here, by their places
   */
  public record Totals(long sharedBlocks, long splitBlocks, TreeMap<Integer, Long> contents)
      implements Serializable {}

  /** What it adds. */
  public Totals totals() {
    TreeMap<Integer, Long> contents = new TreeMap<>();
    pieces.stream()
        .filter(told -> told.contents() > 0)
        .forEach(told -> contents.put(told.piece(), told.contents()));
    return new Totals(blocks.shared(), blocks.split(), contents);
  }

  /** What each piece is told. */
  public List<PieceCrowds> crowds() {
    return pieces.stream()
        .map(
            told ->
                new PieceCrowds(
                    told.piece(),
                    blocks.shared(told.blocks()),
                    chunks.shared(told.chunks()),
                    tools.shared(told.tools()),
                    told.tools()))
        .toList();
  }
}
