package dev.facsimile.synth.arrival;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.Cascade.Silence;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveCellsTest {

  @Test
  void cellsThatAreNotSilentAreCountedAsTheyAreMarked() {
    ActiveCells cells =
        new ActiveCells(List.of(new Silence(3, 2), new Silence(5, 4), new Silence(20, 1)));

    for (int first = 0; first < 24; first++) {
      for (int count = 0; first + count <= 24; count++) {
        int marked = Arrays.stream(cells.of(first, count)).sum();
        assertEquals(marked, cells.count(first, count), count + " from " + first);
      }
    }
    assertEquals(7, new ActiveCells(List.of()).count(2, 7));
  }
}
