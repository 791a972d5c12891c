package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AscendingTest {
  private static final long[] VALUES = {1, 1, 3, 7, 7, 7, 8, 20, 20, 21};

  @Test
  void theFirstThatIsLargeEnoughIsFoundFromEveryStartBeforeIt() {
    for (long least = 0; least < 23; least++) {
      long limit = least;
      int expected = (int) LongStream.of(VALUES).filter(value -> value < limit).count();
      for (int start = 0; start <= expected; start++) {
        assertEquals(expected, Ascending.firstFrom(VALUES, least, start), least + " from " + start);
      }
    }
  }

  @Test
  void nothingIsFoundInNoValues() {
    assertEquals(0, Ascending.firstFrom(new long[0], 5, 0));
  }
}
