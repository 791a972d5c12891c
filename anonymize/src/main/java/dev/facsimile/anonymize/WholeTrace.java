package dev.facsimile.anonymize;

import dev.facsimile.anonymize.PieceIds.Kind;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What all pieces need of the whole trace before they can be released.
 *
 * @param counts how many rows and ids there are
 * @param before of each kind of id, how many there are in the buckets before each
 * @param contents of the pieces that have contents of rows, how many
 * @param overview of all rows
 */
public record WholeTrace(
    IdCounts counts, long[][] before, TreeMap<Integer, Long> contents, Overview overview)
    implements Serializable {

  /**
   * Puts buckets together.
   *
   * @param buckets all, in any order
   * @param crowds all, in any order; none if they were not asked for
   */
  public static WholeTrace of(List<Bucket.Totals> buckets, List<CrowdBucket.Totals> crowds) {
    List<Bucket.Totals> inOrder =
        buckets.stream().sorted(Comparator.comparingInt(Bucket.Totals::bucket)).toList();
    long[][] before = new long[Kind.values().length][inOrder.size()];
    long[] sizes = new long[before.length];
    for (int bucket = 0; bucket < inOrder.size(); bucket++) {
      for (int kind = 0; kind < sizes.length; kind++) {
        before[kind][bucket] = sizes[kind];
        sizes[kind] += inOrder.get(bucket).sizes()[kind];
      }
    }
    Overview overview =
        inOrder.stream()
            .flatMap(bucket -> bucket.overviews().stream())
            .reduce(Overview::plus)
            .orElseThrow();
    overview.freeze();
    TreeMap<Integer, Long> contents = new TreeMap<>();
    crowds.forEach(bucket -> contents.putAll(bucket.contents()));
    return new WholeTrace(
        new IdCounts(
            overview.rows(),
            sizes[Kind.REQUEST.ordinal()],
            sizes[Kind.SESSION.ordinal()],
            sizes[Kind.TENANT.ordinal()],
            sizes[Kind.USER.ordinal()],
            sizes[Kind.BLOCK.ordinal()],
            crowds.stream().mapToLong(CrowdBucket.Totals::sharedBlocks).sum(),
            crowds.stream().mapToLong(CrowdBucket.Totals::splitBlocks).sum(),
            inOrder.stream().mapToLong(Bucket.Totals::units).sum(),
            inOrder.stream().mapToLong(Bucket.Totals::mostRequests).max().orElse(0)),
        before,
        contents,
        overview);
  }

  /** Contents of rows in the pieces before the one in that place. */
  long contentsBefore(int piece) {
    return contents.headMap(piece).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Ids of a kind in the buckets before each. */
  long[] before(Kind kind) {
    return before[kind.ordinal()];
  }
}
