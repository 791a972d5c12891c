package dev.facsimile.anonymize.text;

import java.io.Serializable;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was done to the text of a release, in numbers.
 *
 * @param prompts rows with text
 * @param messages texts of messages, answers and calls
 * @param surrogates texts replaced by made-up ones as a whole
 * @param untouched texts released as they were: no finding in them, or empty
 * @param spans stretches replaced inside texts, by type of finding
 * @param fallbacks texts replaced as a whole because a replaced stretch did not keep the count
 * @param otherLanguages texts replaced as a whole because their language is not in the policy
 * @param droppedFields fields and structures of messages that are not released, by kind
 * @param hitBlocksBefore blocks of the raw prompts that hit in an infinite prefix cache
 * @param hitBlocksAfter the same of the released ones
 * @param hitsMoved prompts whose number of hit blocks is another than before
 * @param blocks full blocks of the prompts
 * @param blockTokens tokens in a block
 */
public record TextCounts(
    long prompts,
    long messages,
    long surrogates,
    long untouched,
    SortedMap<String, Long> spans,
    long fallbacks,
    long otherLanguages,
    SortedMap<String, Long> droppedFields,
    long hitBlocksBefore,
    long hitBlocksAfter,
    long hitsMoved,
    long blocks,
    int blockTokens)
    implements Serializable {

  /** Of no text. */
  public static TextCounts none(int blockTokens) {
    return new TextCounts(
        0, 0, 0, 0, new TreeMap<>(), 0, 0, new TreeMap<>(), 0, 0, 0, 0, blockTokens);
  }

  /**
   * Of two pieces of a trace. A block of both that hits in neither counts as no hit here: see
   * {@link #withHits}.
   */
  public TextCounts plus(TextCounts other) {
    return new TextCounts(
        prompts + other.prompts,
        messages + other.messages,
        surrogates + other.surrogates,
        untouched + other.untouched,
        sum(spans, other.spans),
        fallbacks + other.fallbacks,
        otherLanguages + other.otherLanguages,
        sum(droppedFields, other.droppedFields),
        hitBlocksBefore + other.hitBlocksBefore,
        hitBlocksAfter + other.hitBlocksAfter,
        hitsMoved + other.hitsMoved,
        blocks + other.blocks,
        blockTokens);
  }

  private static SortedMap<String, Long> sum(
      SortedMap<String, Long> one, SortedMap<String, Long> other) {
    TreeMap<String, Long> sum = new TreeMap<>(one);
    other.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }

  /**
   * With the hits of blocks that a piece before has, too.
   *
   * @param before more hits of raw prompts
   * @param after more hits of released prompts
   * @param moved prompts whose number of hit blocks is another, of the whole
   */
  public TextCounts withHits(long before, long after, long moved) {
    return new TextCounts(
        prompts,
        messages,
        surrogates,
        untouched,
        spans,
        fallbacks,
        otherLanguages,
        droppedFields,
        hitBlocksBefore + before,
        hitBlocksAfter + after,
        moved,
        blocks,
        blockTokens);
  }
}
