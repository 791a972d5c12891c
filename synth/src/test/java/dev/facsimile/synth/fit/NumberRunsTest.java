package dev.facsimile.synth.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberRunsTest {
  @Test
  void numbersAreToldAgainInTheirOrder() {
    NumberRuns runs = new NumberRuns();
    int[] numbers = new int[1_000];
    for (int i = 0; i < numbers.length; i++) {
      // Runs of three, the same number twice, and steps down.
      numbers[i] = i % 10 == 9 ? numbers[i - 1] : i % 3 + 7 * (i / 3 % 5);
      runs.add(numbers[i]);
    }
    runs.trim();
    NumberRuns.Reader reader = runs.reader();
    for (int number : numbers) {
      assertEquals(number, reader.next());
    }
  }

  @Test
  void numbersThatCountUpAreOneRun() {
    NumberRuns runs = new NumberRuns();
    for (int number = 5; number < 500; number++) {
      runs.add(number);
    }
    assertEquals(1, runs.runs());
  }
}
