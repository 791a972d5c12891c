package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.PrefixFit;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * How the prompts of a part stand to earlier ones, in order, for what must be told in order. Holds
 * 36 bytes a prompt and 8 for each block that is not shared.
 */
public final class PrefixRows implements Serializable {
  private static final long serialVersionUID = 1;

  /** A prompt of which only the rest is told: it continues the request before. */
  private static final int REST_ONLY = -1;

  private int[] strata = new int[64];
  private int[] sizes = new int[64];

  /** Blocks that match, 0 where the prompt starts anew. */
  private int[] matched = new int[64];

  /** Blocks of the earlier prompt behind those that match, or the place where it starts anew. */
  private int[] places = new int[64];

  /** Milliseconds from the earlier prompt, or the arrival where it starts anew. */
  private long[] times = new long[64];

  private int[] restEnds = new int[64];
  private long[] rests = new long[64];
  private int size;

  /** A prompt that continues an earlier one. */
  void continued(int stratum, int blocks, int matchedBlocks, int parentTail, long gapMillis) {
    add(stratum, blocks, matchedBlocks, parentTail, gapMillis);
  }

  /** A prompt that starts anew at a place of the trunk. */
  void anew(int stratum, int blocks, int place, long arrivalNanos) {
    add(stratum, blocks, 0, place, arrivalNanos);
  }

  /** A prompt that continues the request before. */
  void turned(int stratum) {
    add(stratum, 0, REST_ONLY, 0, 0);
  }

  private void add(int stratum, int blocks, int matchedBlocks, int place, long time) {
    if (size == strata.length) {
      int more = 2 * size;
      strata = Arrays.copyOf(strata, more);
      sizes = Arrays.copyOf(sizes, more);
      matched = Arrays.copyOf(matched, more);
      places = Arrays.copyOf(places, more);
      times = Arrays.copyOf(times, more);
      restEnds = Arrays.copyOf(restEnds, more);
    }
    strata[size] = stratum;
    sizes[size] = blocks;
    matched[size] = matchedBlocks;
    places[size] = place;
    times[size] = time;
    restEnds[size] = size == 0 ? 0 : restEnds[size - 1];
    size++;
  }

  /** Takes the ids, from one place up to another, that follow what the last prompt shares. */
  void rest(long[] ids, int from, int to) {
    int end = restEnds[size - 1];
    int more = Math.max(0, to - from);
    if (end + more > rests.length) {
      rests = Arrays.copyOf(rests, Math.max(2 * rests.length, end + more));
    }
    System.arraycopy(ids, from, rests, end, more);
    restEnds[size - 1] = end + more;
  }

  /** Tells the fits of the strata, in order. */
  void tell(List<PrefixFit> strataFits) {
    for (int i = 0; i < size; i++) {
      PrefixFit fit = strataFits.get(strata[i]);
      if (matched[i] > 0) {
        fit.continued(sizes[i], matched[i], places[i], times[i]);
      } else if (matched[i] == 0) {
        fit.anew(sizes[i], places[i], times[i]);
      }
      fit.rest(rests, i == 0 ? 0 : restEnds[i - 1], restEnds[i]);
    }
  }
}
