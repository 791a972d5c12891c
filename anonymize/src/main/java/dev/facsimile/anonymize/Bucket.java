package dev.facsimile.anonymize;

import dev.facsimile.anonymize.PieceIds.Kind;
import dev.facsimile.anonymize.pseudonym.CodeRanks;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ranks the ids of all pieces whose codes are in one bucket, and counts units. Holds what the
 * pieces tell and {@link CodeRanks} of each kind.
 */
public final class Bucket {
  private final int index;
  private final List<PieceIds> pieces;
  private final CodeRanks[] ranks = new CodeRanks[Kind.values().length];

  /**
   * A bucket.
   *
   * @param index its place among the buckets
   * @param pieces what they tell of it, in any order
   */
  public Bucket(int index, List<PieceIds> pieces) {
    this.index = index;
    this.pieces = pieces;
    for (Kind kind : Kind.values()) {
      int place = kind.ordinal();
      ranks[place] = new CodeRanks(pieces.stream().map(ids -> ids.codes()[place]).toList());
    }
  }

  /**
   * What a bucket adds to the whole.
   *
   * @param bucket its place
   * @param sizes ids of each kind
   * @param units units
   * @param mostRequests requests of the unit that has most
   * @param overviews of the rows that were told here
   */
  public record Totals(
      int bucket, int[] sizes, long units, long mostRequests, List<Overview> overviews)
      implements Serializable {}

  /** What it adds. */
  public Totals totals() {
    long[] units = pieces.stream().flatMapToLong(ids -> Arrays.stream(ids.units())).toArray();
    long[] distinct = Arrays.stream(units).sorted().distinct().toArray();
    long[] rows = new long[distinct.length];
    for (PieceIds ids : pieces) {
      for (int i = 0; i < ids.units().length; i++) {
        rows[Arrays.binarySearch(distinct, ids.units()[i])] += ids.unitRows()[i];
      }
    }
    List<Overview> overviews = new ArrayList<>();
    pieces.stream()
        .flatMap(ids -> ids.overviews().stream())
        .reduce(Overview::plus)
        .ifPresent(overviews::add);
    return new Totals(
        index,
        Arrays.stream(ranks).mapToInt(CodeRanks::size).toArray(),
        distinct.length,
        Arrays.stream(rows).max().orElse(0),
        overviews);
  }

  /** The ranks that each piece needs. */
  public List<PieceNumbers> numbers() {
    return pieces.stream()
        .map(
            ids -> {
              CodeRanks.Ranked[] ranked = new CodeRanks.Ranked[ranks.length];
              Arrays.setAll(ranked, kind -> ranks[kind].of(ids.codes()[kind]));
              return new PieceNumbers(ids.piece(), index, ranked);
            })
        .toList();
  }
}
