package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/**
 * A checkerboard copula: the unit square of (input rank, output rank) cut into K × K cells, uniform
 * within a cell (Li, Mikusiński, Sherwood, Taylor, "On approximation of copulas", 1997).
 *
 * @param counts K rows, by input rank, of K source counts, by output rank; K is a power of two
 */
public record Checkerboard(@JsonValue List<List<Long>> counts) {

  public Checkerboard {
    counts = counts.stream().map(List::copyOf).toList();
    int size = counts.size();
    if (Integer.bitCount(size) != 1 || counts.stream().anyMatch(row -> row.size() != size)) {
      throw new IllegalArgumentException(
          "a copula of " + size + " rows, expected a square with a power of two on each side");
    }
    if (counts.stream().flatMap(List::stream).anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException("a copula with a negative count");
    }
  }

  /** K, the cells on each side. */
  public int size() {
    return counts.size();
  }
}
