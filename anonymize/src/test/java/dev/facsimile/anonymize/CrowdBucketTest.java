package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.anonymize.pseudonym.BlockUnits.Pairs;
import dev.facsimile.anonymize.pseudonym.CodeSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrowdBucketTest {
  private static final Pairs NONE = new Pairs(new long[0], new long[0]);

  @TempDir private Path folder;

  private static PieceUnits piece(int piece, Pairs chunks, long contents) {
    return new PieceUnits(piece, NONE, chunks, NONE, contents);
  }

  @Test
  void aChunkIsSharedWhereTheUnitsOfAllPiecesAreK() {
    CrowdBucket bucket =
        new CrowdBucket(
            2,
            List.of(
                piece(0, new Pairs(new long[] {7, 8}, new long[] {1, 1}), 0),
                piece(1, new Pairs(new long[] {8, 7}, new long[] {1, 2}), 0)));
    for (PieceCrowds told : bucket.crowds()) {
      assertArrayEquals(new long[] {7}, told.chunks(), "8 is one unit's, told by two pieces");
    }
  }

  @Test
  void contentsBeforeAPieceAreThoseOfThePiecesBeforeIt() throws IOException {
    CrowdBucket.Totals even =
        new CrowdBucket(2, List.of(piece(2, NONE, 30), piece(0, NONE, 10))).totals();
    CrowdBucket.Totals odd = new CrowdBucket(2, List.of(piece(3, NONE, 5))).totals();
    assertEquals(Map.of(0, 10L, 2, 30L), even.contents());
    WholeTrace whole = WholeTrace.of(List.of(noIds().totals()), List.of(odd, even));
    assertEquals(
        List.of(0L, 10L, 10L, 40L, 45L),
        IntStream.range(0, 5).mapToObj(whole::contentsBefore).toList());
  }

  private Bucket noIds() throws IOException {
    CodeSet[] codes = new CodeSet[PieceIds.Kind.values().length];
    Arrays.fill(codes, new CodeSet(new long[0], new long[0]));
    Overview overview = new Overview(Releasing.policy(folder, Releasing.POLICY));
    return new Bucket(
        0, List.of(new PieceIds(0, codes, new long[0], new long[0], List.of(overview))));
  }
}
