package dev.facsimile.synth.length;

/** A curve through all cells of a square that keeps near cells near (Hilbert 1891). */
final class HilbertCurve {
  private HilbertCurve() {}

  /**
   * The cell at position {@code distance} of the curve, as {@code x · size + y}.
   *
   * @param size cells on each side, a power of two
   */
  static int cell(int size, int distance) {
    int x = 0;
    int y = 0;
    int rest = distance;
    for (int side = 1; side < size; side *= 2) {
      int right = 1 & (rest / 2);
      int up = 1 & (rest ^ right);
      if (up == 0) {
        if (right == 1) {
          x = side - 1 - x;
          y = side - 1 - y;
        }
        int swap = x;
        x = y;
        y = swap;
      }
      x += side * right;
      y += side * up;
      rest /= 4;
    }
    return x * size + y;
  }
}
