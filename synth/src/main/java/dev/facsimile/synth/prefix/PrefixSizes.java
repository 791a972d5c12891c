package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** How many prompts of a class start a session, and how many blocks prompts have: counts add up. */
public final class PrefixSizes implements Serializable {
  private static final long serialVersionUID = 1;

  /** By the size of a prompt and its blocks: how many there are. */
  private final TreeMap<Integer, TreeMap<Integer, Long>> counts = new TreeMap<>();

  private long starts;

  /** Takes a prompt with blocks that starts a session. */
  public void start() {
    starts++;
  }

  /** Counts the blocks of a prompt. */
  public void add(int inputTokens, int blocks) {
    counts
        .computeIfAbsent(Branching.sizeOf(inputTokens), size -> new TreeMap<>())
        .merge(blocks, 1L, Long::sum);
  }

  /** Takes other counts. */
  public void merge(PrefixSizes others) {
    starts += others.starts;
    others.counts.forEach(
        (size, theirs) -> {
          TreeMap<Integer, Long> ours = counts.computeIfAbsent(size, s -> new TreeMap<>());
          theirs.forEach((blocks, count) -> ours.merge(blocks, count, Long::sum));
        });
  }

  /** Prompts with blocks that start a session. */
  long starts() {
    return starts;
  }

  /** The blocks of prompts. */
  List<BlockCount> blockCounts() {
    List<BlockCount> told = new ArrayList<>();
    counts.forEach(
        (size, ofSize) ->
            ofSize.forEach((blocks, count) -> told.add(new BlockCount(size, blocks, count))));
    return told;
  }
}
