package dev.facsimile.trace.file;

import dev.facsimile.trace.Origin;
import java.util.function.Supplier;

/**
 * The origins of the rows so far, so that rows of equal texts share one. Open addressing; holds at
 * most {@value #MOST} and forgets them all where there are more.
 */
final class KnownOrigins {
  private static final int MOST = 4096;
  private static final int PLACES = 2 * MOST;
  private static final int MIX = 0x9e3779b9;

  private Object[][] texts = {};
  private Origin[] origins = {};
  private int size;

  /**
   * The origin of these texts.
   *
   * @param ofRow as they are in the cells of a row; may be changed later
   * @param made makes it where it is not known
   */
  Origin of(Object[] ofRow, Supplier<Origin> made) {
    if (size == MOST || origins.length == 0) {
      texts = new Object[PLACES][];
      origins = new Origin[PLACES];
      size = 0;
    }
    int place = place(ofRow);
    if (origins[place] == null) {
      texts[place] = ofRow.clone();
      origins[place] = made.get();
      size++;
    }
    return origins[place];
  }

  private int place(Object[] ofRow) {
    int hash = 0;
    for (Object text : ofRow) {
      hash = 31 * hash + text.hashCode();
    }
    hash *= MIX;
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    while (origins[place] != null && !same(texts[place], ofRow)) {
      place = (place + 1) & PLACES - 1;
    }
    return place;
  }

  private static boolean same(Object[] known, Object[] ofRow) {
    for (int i = 0; i < known.length; i++) {
      if (known[i] != ofRow[i]) {
        if (!known[i].equals(ofRow[i])) {
          return false;
        }
        // A dictionary's entries are decoded once: its next row has the very object.
        known[i] = ofRow[i];
      }
    }
    return true;
  }
}
