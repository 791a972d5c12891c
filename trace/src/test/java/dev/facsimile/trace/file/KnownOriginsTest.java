package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.facsimile.trace.Origin;
import dev.facsimile.trace.table.Cells;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownOriginsTest {
  private final KnownOrigins known = new KnownOrigins();
  private int made;

  /** As a row's cells hold them, each time as other objects. */
  private Origin of(int tenant, boolean model) {
    Object[] texts = {"t" + tenant, model ? "m" + tenant : Cells.ABSENT};
    return known.of(
        texts,
        () -> {
          made++;
          Optional<String> named = Optional.of("m" + tenant).filter(name -> model);
          return new Origin(
              Optional.of("t" + tenant),
              Optional.empty(),
              named,
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
        });
  }

  @Test
  void rowsOfEqualTextsShareOneOrigin() {
    Origin first = of(1, true);
    Origin absent = of(1, false);
    assertEquals(Optional.of("m1"), first.model());
    assertEquals(Optional.empty(), absent.model());
    assertSame(first, of(1, true));
    assertSame(absent, of(1, false));
    assertEquals(2, made);
  }

  @Test
  void moreOriginsThanAreRememberedAreStillTold() {
    for (int round = 0; round < 2; round++) {
      for (int tenant = 0; tenant < 10_000; tenant++) {
        assertEquals(Optional.of("t" + tenant), of(tenant, true).tenant());
      }
    }
  }
}
