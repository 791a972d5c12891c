package dev.facsimile.trace.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EpochTimeTest {
  @Test
  void everyUnitGivesTheSameTimeAndATimeBefore1970IsNotMirrored() {
    assertEquals("2024-05-12T00:00:01Z", EpochTime.text(1_715_472_001L, 1));
    assertEquals("2024-05-12T00:00:01.500Z", EpochTime.text(1_715_472_001_500L, 1_000));
    assertEquals("2024-05-12T00:00:01.000007Z", EpochTime.text(1_715_472_001_000_007L, 1_000_000));
    assertEquals(
        "2024-05-12T00:00:01.000000009Z",
        EpochTime.text(1_715_472_001_000_000_009L, 1_000_000_000));
    assertEquals("1969-12-31T23:59:59.900Z", EpochTime.text(-100, 1_000));
  }

  @Test
  void ofAColumnWithoutAZoneTheTextNamesNone() {
    assertEquals("2024-05-12T00:00:01", EpochTime.text(1_715_472_001L, 1, false));
    assertEquals("2024-05-12T00:00:01Z", EpochTime.text(1_715_472_001L, 1, true));
  }
}
