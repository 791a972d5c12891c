package dev.facsimile.anonymize.text;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.stats.PrefixHits;
import dev.facsimile.trace.text.BlockChain;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects {@link TextCounts}. Holds the distinct blocks of the prompts before and after. */
final class TextTally {
  private final int blockTokens;
  private final PromptBlocks promptBlocks;
  private final SortedMap<String, Long> spans = new TreeMap<>();
  private final SortedMap<String, Long> dropped = new TreeMap<>();
  private final PrefixHits before = new PrefixHits();
  private final PrefixHits after = new PrefixHits();
  private long hitBlocksBefore;
  private long hitBlocksAfter;
  private long hitsMoved;
  private long blocks;
  private long prompts;
  long messages;
  long surrogates;
  long untouched;
  long fallbacks;
  long otherLanguages;

  TextTally(int blockTokens, PromptBlocks promptBlocks) {
    this.blockTokens = blockTokens;
    this.promptBlocks = promptBlocks;
  }

  void span(String type) {
    spans.merge(type, 1L, Long::sum);
  }

  void dropped(String what) {
    dropped.merge(what, 1L, Long::sum);
  }

  /** Adds a prompt before and after. */
  void prompt(long[] raw, long[] released) {
    BlockChain chain = new BlockChain(blockTokens);
    BlockIds rawIds = chain.ids(raw);
    BlockIds releasedIds = chain.ids(released);
    int hitBefore = before.add(rawIds, raw.length, blockTokens);
    int hitAfter = after.add(releasedIds, released.length, blockTokens);
    promptBlocks.prompt(rawIds, hitBefore, releasedIds, hitAfter);
    hitBlocksBefore += hitBefore;
    hitBlocksAfter += hitAfter;
    hitsMoved += hitBefore == hitAfter ? 0 : 1;
    blocks += raw.length / blockTokens;
    prompts++;
  }

  TextCounts counts() {
    return new TextCounts(
        prompts,
        messages,
        surrogates,
        untouched,
        new TreeMap<>(spans),
        fallbacks,
        otherLanguages,
        new TreeMap<>(dropped),
        hitBlocksBefore,
        hitBlocksAfter,
        hitsMoved,
        blocks,
        blockTokens);
  }
}
