package dev.facsimile.synth.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import dev.facsimile.synth.model.PrefixReuse.NodeTimes;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Place;
import dev.facsimile.synth.model.Recurrence.Visited;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Numbers of recurring blocks, times and blocks that few requests stand behind. */
class SharedRecurrenceTest {
  private static final Recurrence FOUND =
      new Recurrence(
          List.of(
              new Place(0, 100, 0, 0, 0),
              new Place(1, 100, 40, 0, 0),
              new Place(2, 60, 3, 40, 35),
              new Place(3, 4, 1, 2, 1)),
          List.of(
              new Visited(1, 60, 80, List.of(2L, 0L, 18L, 40L)),
              new Visited(2, 5, 40, List.of(0L, 5L)),
              new Visited(3, 15, 30, List.of(0L, 0L, 1L, 14L))),
          30,
          4);

  @Test
  void whatFewBlocksDidIsToldOfThoseBesideThem() {
    Recurrence told = new SharedRecurrence(11).of(FOUND).orElseThrow();
    // 3 of 60 recur: none; 35 of 40: all but 5, so all; a place of 6 blocks is not told.
    assertEquals(
        List.of(
            new Place(0, 100, 0, 0, 0), new Place(1, 100, 40, 0, 0), new Place(2, 60, 0, 40, 40)),
        told.places());
    assertEquals(
        List.of(
            new Visited(1, 60, 80, List.of(0L, 0L, 20L, 40L)),
            new Visited(2, 20, 40, List.of(0L, 0L, 0L, 20L))),
        told.visits());
    assertEquals(0, told.runsContinued());
  }

  @Test
  void withFewerRecurrencesThanTheCountNoneIsTold() {
    assertTrue(new SharedRecurrence(100).of(FOUND).isEmpty());
  }

  @Test
  void timesAndBlocksAreToldWithTheCountBehindThem() {
    PrefixReuse reuse =
        new PrefixReuse(
            60,
            0,
            List.of(new TrunkNode(0, 30), new TrunkNode(0, 30)),
            List.of(new SizeGroup(0, 60, 0, List.of())),
            List.of(new NodeTimes(1, List.of(5, 100, 200, 1001)), new NodeTimes(2, List.of(0, 9))),
            List.of(new BlockCount(40, 3, 50), new BlockCount(40, 4, 10), new BlockCount(41, 4, 2)),
            Optional.of(FOUND));
    PrefixReuse told = new SharedPrefixes(11).of(reuse);
    // 30 starts in three parts are 10 in each: two parts, their ends in whole 256ths of the time.
    assertEquals(
        List.of(new NodeTimes(1, List.of(0, 96, 1008)), new NodeTimes(2, List.of(0, 16))),
        told.times());
    assertEquals(List.of(new BlockCount(40, 3, 60)), told.blockCounts());
  }
}
