package dev.facsimile.synth.arrival;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.TimeGrid;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CommonFitTest {
  private static final long HOUR = 3_600_000_000_000L;

  @Test
  void strataOfManySmallCellsAreLookedAtInShortStretches() {
    TimeGrid seconds = TimeGrid.of(OptionalLong.empty(), HOUR);
    TimeGrid milliseconds = TimeGrid.fine(OptionalLong.empty(), HOUR);

    assertEquals(256, CommonFit.stretch(51, seconds));
    // 65,536 cells in a window: 2 ^ 22 are 64 windows of one stratum, with one on either side.
    assertEquals(62, CommonFit.stretch(1, milliseconds));
    assertEquals(6, CommonFit.stretch(8, milliseconds));
    assertEquals(1, CommonFit.stretch(51, milliseconds));
  }
}
