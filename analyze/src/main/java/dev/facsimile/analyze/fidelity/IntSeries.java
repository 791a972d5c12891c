package dev.facsimile.analyze.fidelity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;

/** A growing array of ints in pieces, so that growing holds at most one piece twice. */
final class IntSeries implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int FIRST = 1024;
  private static final int PIECE = 1 << 16;

  private final ArrayList<int[]> pieces = new ArrayList<>();
  private int size;

  void add(int value) {
    int piece = size / PIECE;
    int at = size % PIECE;
    if (piece == pieces.size()) {
      pieces.add(new int[piece == 0 ? FIRST : PIECE]);
    } else if (at == pieces.get(piece).length) {
      pieces.set(piece, Arrays.copyOf(pieces.get(piece), 2 * at));
    }
    pieces.get(piece)[at] = value;
    size++;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return pieces.get(index / PIECE)[index % PIECE];
  }

  /** The values; the series is empty afterwards. */
  int[] drain() {
    int[] values = new int[size];
    for (int i = 0; i < pieces.size(); i++) {
      System.arraycopy(pieces.get(i), 0, values, i * PIECE, Math.min(PIECE, size - i * PIECE));
      pieces.set(i, null);
    }
    pieces.clear();
    size = 0;
    return values;
  }

  /** The values in another order; the series is empty afterwards. */
  int[] drain(int[] order) {
    return ColumnRows.of(drain(), order);
  }
}
