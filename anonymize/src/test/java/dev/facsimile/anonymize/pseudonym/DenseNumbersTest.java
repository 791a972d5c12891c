package dev.facsimile.anonymize.pseudonym;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.trace.random.SeededStreams;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class DenseNumbersTest {

  @Test
  void numbersAreTheRanksOfTheDistinctCodes() {
    DenseNumbers numbers = new DenseNumbers();
    TreeSet<Long> expected = new TreeSet<>();
    for (int i = 0; i < 20_000; i++) {
      long code = SeededStreams.mix(i % 7_000);
      numbers.add(code);
      expected.add(code);
    }
    numbers.freeze();
    assertEquals(7_000, numbers.size());
    int rank = 1;
    for (long code : expected) {
      assertEquals(OptionalInt.of(rank++), numbers.of(code));
    }
  }

  @Test
  void aCodeThatWasNeverAddedHasNoNumber() {
    DenseNumbers numbers = new DenseNumbers();
    numbers.add(5);
    numbers.freeze();
    assertEquals(OptionalInt.empty(), numbers.of(6));
  }

  @Test
  void numbersAreNotAskedForBeforeTheFreezeNorCodesAddedAfterIt() {
    DenseNumbers numbers = new DenseNumbers();
    assertThrows(IllegalStateException.class, () -> numbers.of(5));
    numbers.freeze();
    assertThrows(IllegalStateException.class, () -> numbers.add(5));
  }
}
