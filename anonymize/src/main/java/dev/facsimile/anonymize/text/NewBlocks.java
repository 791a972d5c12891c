package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.pseudonym.CodeSet;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks of a piece's prompts, raw and released, that no prompt of the piece had before: whether
 * they hit is told by the pieces before. Raw ones leave as keyed codes. Holds 16 bytes for each.
 */
public final class NewBlocks implements PromptBlocks {
  private final Pseudonyms pseudonyms;
  private final Series raw = new Series();
  private final Series released = new Series();
  private final LongSeries moved = new LongSeries();
  private final LongSeries movedBy = new LongSeries();
  private int prompts;

  /** None yet; {@code pseudonyms} is the key of the release. */
  public NewBlocks(Pseudonyms pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  /** Blocks, and the prompt of each. */
  private static final class Series {
    private final LongSeries codes = new LongSeries();
    private final LongSeries prompts = new LongSeries();

    void add(long code, int prompt) {
      codes.add(code);
      prompts.add(prompt);
    }

    Prompted[] byBucket(int buckets) {
      int[] sizes = new int[buckets];
      for (int i = 0; i < codes.size(); i++) {
        sizes[bucket(codes.get(i), buckets)]++;
      }
      Prompted[] of = new Prompted[buckets];
      Arrays.setAll(of, b -> new Prompted(new long[sizes[b]], new int[sizes[b]]));
      for (int i = codes.size() - 1; i >= 0; i--) {
        int bucket = bucket(codes.get(i), buckets);
        int at = --sizes[bucket];
        of[bucket].codes()[at] = codes.get(i);
        of[bucket].prompts()[at] = (int) prompts.get(i);
      }
      return of;
    }

    private static int bucket(long code, int buckets) {
      return CodeSet.bucket(SeededStreams.mix(code), buckets);
    }
  }

  @Override
  public void prompt(BlockIds rawIds, int hitsBefore, BlockIds releasedIds, int hitsAfter) {
    for (int i = hitsBefore; i < rawIds.size(); i++) {
      raw.add(pseudonyms.of("prompt block", rawIds.get(i)), prompts);
    }
    for (int i = hitsAfter; i < releasedIds.size(); i++) {
      released.add(releasedIds.get(i), prompts);
    }
    if (hitsBefore != hitsAfter) {
      moved.add(prompts);
      movedBy.add(hitsBefore - hitsAfter);
    }
    prompts++;
  }

  /**
   * Codes of blocks.
   *
   * @param codes each block's
   * @param prompts its prompt's place in the piece
   */
  record Prompted(long[] codes, int[] prompts) implements Serializable {}

  /** What a piece tells to a bucket. */
  public record Told(int piece, Prompted raw, Prompted released) implements Serializable {
    /** Whether there is no block. */
    public boolean isEmpty() {
      return raw.codes.length + released.codes.length == 0;
    }
  }

  /** What the piece in that place tells to each of so many buckets. */
  public List<Told> byBucket(int piece, int buckets) {
    Prompted[] before = raw.byBucket(buckets);
    Prompted[] after = released.byBucket(buckets);
    List<Told> told = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      told.add(new Told(piece, before[bucket], after[bucket]));
    }
    return told;
  }

  /** The prompts that have other hits within the piece than before. */
  public MovedHits moved(int piece) {
    return new MovedHits(piece, ints(moved), ints(movedBy));
  }

  private static int[] ints(LongSeries series) {
    return Arrays.stream(series.toArray()).mapToInt(Math::toIntExact).toArray();
  }
}
