package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.StartsAt;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/** Counts the prompts of about one size and keeps a bounded sample of their continuations. */
final class SizeCounts {
  private static final int MOST_DONORS = 512;

  private final int minBlocks;
  private final List<Continuation> donors = new ArrayList<>();
  private final UniformRandomProvider random;
  private final SortedMap<Integer, Long> starts = new TreeMap<>();
  private long requests;
  private int continuations;

  SizeCounts(int minBlocks) {
    this.minBlocks = minBlocks;
    this.random = new SeededStreams(0).stream("fit/continuations", minBlocks);
  }

  /** The smallest size of the group of {@code blocks}: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, … */
  static int groupOf(int blocks) {
    if (blocks < 2) {
      return blocks;
    }
    int octave = Integer.highestOneBit(blocks);
    return blocks >= octave + octave / 2 ? octave + octave / 2 : octave;
  }

  /** Counts a prompt that starts anew after this block of the trunk; 0 is none. */
  void startAnew(int node) {
    requests++;
    starts.merge(node, 1L, Long::sum);
  }

  void continuation(Continuation continuation) {
    requests++;
    continuations++;
    if (donors.size() < MOST_DONORS) {
      donors.add(continuation);
      return;
    }
    int place = random.nextInt(continuations);
    if (place < MOST_DONORS) {
      donors.set(place, continuation);
    }
  }

  /** Donors in order of the share that matched, so that evenly spread draws are even in it. */
  SizeGroup group() {
    Comparator<Continuation> byShare =
        Comparator.comparingDouble(donor -> (double) donor.matched() / donor.blocks());
    List<Continuation> sorted =
        donors.stream()
            .sorted(
                byShare
                    .thenComparingInt(Continuation::parentTail)
                    .thenComparingLong(Continuation::gapMillis))
            .toList();
    List<StartsAt> anew =
        starts.entrySet().stream().map(e -> new StartsAt(e.getKey(), e.getValue())).toList();
    return new SizeGroup(minBlocks, requests, continuations, sorted, anew);
  }
}
