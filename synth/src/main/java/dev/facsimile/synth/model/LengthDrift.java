package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;
import java.util.List;

/**
 * How the lengths of a class change with time: the copula's cells, counted for each stretch of the
 * source by itself.
 *
 * @param endMillis end of the stretch in the source's time; the next one begins there
 * @param cells pairs of a cell, as {@code input row · K + output column}, and its count, which is
 *     never 0
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"end_millis", "cells"})
public record LengthDrift(long endMillis, int[] cells) {

  public LengthDrift {
    if (endMillis < 0 || cells.length == 0 || cells.length % 2 != 0) {
      throw new IllegalArgumentException("a stretch of time without pairs of cell and count");
    }
  }

  /** Refuses stretches out of order and cells outside a copula of {@code size} cells a side. */
  public static void requireWithin(List<LengthDrift> drift, int size) {
    long before = -1;
    for (LengthDrift stretch : drift) {
      if (stretch.endMillis <= before) {
        throw new IllegalArgumentException("a stretch of time that ends before the one before");
      }
      before = stretch.endMillis;
      for (int i = 0; i < stretch.cells.length; i += 2) {
        if (stretch.cells[i] < 0 || stretch.cells[i] >= size * size || stretch.cells[i + 1] < 1) {
          throw new IllegalArgumentException("a stretch of time with a cell outside the copula");
        }
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LengthDrift that
        && endMillis == that.endMillis
        && Arrays.equals(cells, that.cells);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(endMillis) + Arrays.hashCode(cells);
  }

  @Override
  public String toString() {
    return "until " + endMillis + " ms: " + cells.length / 2 + " cells";
  }
}
