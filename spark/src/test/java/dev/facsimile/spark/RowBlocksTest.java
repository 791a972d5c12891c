package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Rows3;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Rows as bytes, as executors keep and shuffle them. */
class RowBlocksTest {
  @Test
  void aPieceOfManyBlocksComesBackWithItsFactsAtTheEnd() {
    Staged.Maker maker = new Staged.Maker(3, 7, "row-");
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(
          maker.accepted(
              Rows3.TRACE.get(i % Rows3.TRACE.size()),
              i,
              i % 5 == 0
                  ? Optional.of(new Shared("call-" + i, Shared.Part.DETAILS))
                  : Optional.empty()));
    }
    rows.add(maker.rejected(3_001, "no time", "x".repeat(300_000)));
    rows.add(maker.rejected(3_002, "no time", null));
    rows.add(maker.ended());
    List<Row> got = new ArrayList<>();
    List<Row> facts = new ArrayList<>();
    int blocks = 0;
    for (Iterator<byte[]> packed = RowBlocks.pack(rows.iterator()); packed.hasNext(); blocks++) {
      byte[] block = packed.next();
      RowBlocks.unpack(block).forEachRemaining(got::add);
      RowBlocks.facts(block).forEachRemaining(facts::add);
    }
    assertTrue(blocks > 3, blocks + " blocks");
    assertEquals(rows, got);
    assertEquals(List.of(rows.get(rows.size() - 1)), facts);
    PieceFacts told = Bytes.object(facts.get(0).getAs(10), PieceFacts.class);
    assertEquals(3_000, told.requests());
    assertEquals(2, told.refusals());
  }

  private static PieceFacts piece(long from, long to, long step) {
    PieceFacts facts = new PieceFacts();
    for (long arrival = from; step > 0 ? arrival < to : arrival > to; arrival += step) {
      facts.request(arrival, 0);
    }
    facts.ended(List.of());
    return facts;
  }

  @Test
  void aLogIsInOrderIfNoPieceBeginsBeforeTheEndOfTheOneBefore() {
    ReadFacts.OfPiece early = new ReadFacts.OfPiece(1, piece(0, 100, 1));
    ReadFacts.OfPiece late = new ReadFacts.OfPiece(1, piece(99, 200, 1));
    assertEquals(201, new ReadFacts(1, List.of(early, late)).inOrder(1).orElseThrow().rows());
    assertFalse(new ReadFacts(1, List.of(late, early)).inOrder(1).isPresent());
    ReadFacts.OfPiece backward = new ReadFacts.OfPiece(2, piece(10, 0, -1));
    ReadFacts both = new ReadFacts(2, List.of(early, backward));
    assertTrue(both.inOrder(1).isPresent());
    assertFalse(both.inOrder(2).isPresent());
    assertEquals(1, new ReadFacts(2, List.of(backward)).least());
  }

  /** A piece keeps 32 to 64 of its arrivals, so that stretches differ by some hundredths. */
  @Test
  void stretchesOfTimeHoldAboutAsManyRequestsEach() {
    ReadFacts facts =
        new ReadFacts(
            2,
            List.of(
                new ReadFacts.OfPiece(1, piece(0, 100_000, 1)),
                new ReadFacts.OfPiece(2, piece(50_000, 450_000, 2))));
    long[] begins = facts.stretches(3);
    assertEquals(2, begins.length);
    assertEquals(84_000, begins[0], 4_000, "50,000 + 34,000 x 1.5 are a third of 300,000");
    assertEquals(250_000, begins[1], 8_000, "100,000 of the last 400,000 / 2 are left");
    assertEquals(
        0, new ReadFacts(1, List.of(new ReadFacts.OfPiece(1, piece(5, 6, 1)))).stretches(1).length);
  }
}
