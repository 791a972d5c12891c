package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.BlockUnits.Pairs;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What of a piece at least k units have in the whole trace; each in order.
 *
 * @param piece the piece's place
 * @param blocks prefix blocks
 * @param chunks beginnings of its texts
 * @param tools tools in its texts
 * @param toolUnits all of its tools, and a unit of each
 */
public record PieceCrowds(int piece, long[] blocks, long[] chunks, long[] tools, Pairs toolUnits)
    implements Serializable {

  /** What the buckets tell of a piece, put together; nothing if they are not asked. */
  public static PieceCrowds joined(int piece, List<PieceCrowds> buckets) {
    return new PieceCrowds(
        piece,
        joined(buckets, PieceCrowds::blocks),
        joined(buckets, PieceCrowds::chunks),
        joined(buckets, PieceCrowds::tools),
        BlockUnits.joined(buckets.stream().map(PieceCrowds::toolUnits).toList()));
  }

  private static long[] joined(List<PieceCrowds> buckets, Function<PieceCrowds, long[]> codes) {
    return buckets.stream().map(codes).flatMapToLong(Arrays::stream).sorted().toArray();
  }
}
