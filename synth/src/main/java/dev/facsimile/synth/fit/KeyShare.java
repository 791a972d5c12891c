package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.TrunkShare;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells, of the keys that fall to one of several shares, which request before each part had them
 * last. Holds what {@link LastSeen} does for each key and 36 bytes for each request that was the
 * last of its part to have one.
 */
public final class KeyShare {
  private final List<LastSeen> tables =
      Stream.generate(LastSeen::new).limit(LinkKeys.KINDS).toList();
  private final Requests requests = new Requests();
  private final LongSeries numbers = new LongSeries();

  /**
   * What falls to a share of the keys of a part.
   *
   * @param keys for each kind: the keys, in the order of their numbers
   * @param last for each kind by key: the last request that has it, as a place in {@code requests}
   * @param requests those of the part that are the last to have a key
   * @param numbers their numbers in the trace
   */
  public record Slice(List<long[]> keys, List<int[]> last, Requests requests, long[] numbers)
      implements Serializable {}

  /**
   * What a part must know of the keys that fall to a share.
   *
   * @param seen for each kind by key of the slice: the last request before, as a place in {@code
   *     requests}, or -1
   * @param requests earlier requests
   * @param numbers their numbers in the trace
   */
  public record Answer(List<int[]> seen, Requests requests, long[] numbers)
      implements Serializable {}

  /**
   * Cuts the keys of a part.
   *
   * @param before requests before those of the part
   */
  public static List<Slice> slices(LinkKeys.Shown shown, long before, int shares) {
    List<Slicing> slicing = Stream.generate(Slicing::new).limit(shares).toList();
    for (int kind = 0; kind < LinkKeys.KINDS; kind++) {
      long[] keys = shown.keys().get(kind);
      int[] last = shown.last().get(kind);
      for (int i = 0; i < keys.length; i++) {
        slicing
            .get(TrunkShare.shareOf(keys[i], shares))
            .add(kind, keys[i], last[i], before, shown.requests());
      }
    }
    return slicing.stream().map(Slicing::slice).toList();
  }

  /** Gathers a slice. */
  private static final class Slicing {
    private final List<LongSeries> keys =
        Stream.generate(LongSeries::new).limit(LinkKeys.KINDS).toList();
    private final List<LongSeries> last =
        Stream.generate(LongSeries::new).limit(LinkKeys.KINDS).toList();
    private final RequestSet set = new RequestSet();

    void add(int kind, long key, int row, long before, Requests part) {
      keys.get(kind).add(key);
      last.get(kind).add(set.place(before + row, part, row));
    }

    Slice slice() {
      return new Slice(
          keys.stream().map(LongSeries::toArray).toList(),
          last.stream().map(series -> ints(series.toArray())).toList(),
          set.requests,
          set.numbers.keys());
    }
  }

  private static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  /** Requests of which each is there once, in the order in which they were asked for. */
  private static final class RequestSet {
    private final BlockTable numbers = new BlockTable();
    private final Requests requests = new Requests();

    /** The place of a request, by its number in the trace. */
    int place(long number, Requests from, int request) {
      int place = numbers.number(number);
      if (place == requests.size()) {
        requests.add(from, request);
      }
      return place;
    }
  }

  /** Takes the slice of the next part, and tells what that one must know. */
  public Answer add(Slice slice) {
    int known = requests.size();
    requests.addAll(slice.requests());
    for (long number : slice.numbers()) {
      numbers.add(number);
    }
    List<int[]> seen = new ArrayList<>();
    RequestSet told = new RequestSet();
    for (int kind = 0; kind < LinkKeys.KINDS; kind++) {
      int[] last = tables.get(kind).show(slice.keys().get(kind), slice.last().get(kind), known);
      for (int i = 0; i < last.length; i++) {
        if (last[i] >= 0) {
          last[i] = told.place(numbers.get(last[i]), requests, last[i]);
        }
      }
      seen.add(last);
    }
    return new Answer(seen, told.requests, told.numbers.keys());
  }

  /**
   * Puts together what a part must know.
   *
   * @param before requests before those of the part
   * @param keys for each kind by its number: the key
   * @param answers of all shares in their order
   */
  public static Earlier join(long before, List<long[]> keys, List<Answer> answers) {
    Requests requests = new Requests();
    LongSeries numbers = new LongSeries();
    int[] offsets = new int[answers.size()];
    for (int share = 0; share < offsets.length; share++) {
      offsets[share] = requests.size();
      requests.addAll(answers.get(share).requests());
      for (long number : answers.get(share).numbers()) {
        numbers.add(number);
      }
    }
    List<int[]> seen = new ArrayList<>();
    for (int kind = 0; kind < LinkKeys.KINDS; kind++) {
      int[] next = new int[answers.size()];
      int[] ofKind = new int[keys.get(kind).length];
      for (int i = 0; i < ofKind.length; i++) {
        int share = TrunkShare.shareOf(keys.get(kind)[i], answers.size());
        int place = answers.get(share).seen().get(kind)[next[share]++];
        ofKind[i] = place < 0 ? place : offsets[share] + place;
      }
      seen.add(ofKind);
    }
    return new Earlier(before, seen, requests, numbers.toArray());
  }
}
