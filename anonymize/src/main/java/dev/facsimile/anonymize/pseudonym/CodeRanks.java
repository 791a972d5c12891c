package dev.facsimile.anonymize.pseudonym;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of the codes of one bucket, from 1. A code's number in the whole trace is its rank and
 * all codes of the buckets before. Holds 8 bytes for each distinct code, and what it was made of.
 */
public final class CodeRanks {
  private final DenseNumbers numbers = new DenseNumbers();

  /** Of the codes that pieces have in the bucket. */
  public CodeRanks(List<CodeSet> ofPieces) {
    for (CodeSet codes : ofPieces) {
      for (long code : codes.own()) {
        numbers.add(code);
      }
    }
    numbers.freeze();
  }

  /** Distinct codes. */
  public int size() {
    return numbers.size();
  }

  /**
   * Codes and their ranks.
   *
   * @param codes in order
   * @param ranks of each
   */
  public record Ranked(long[] codes, int[] ranks) implements Serializable {}

  /**
   * The ranks that a piece needs: of its own codes, and of those that it names if there are any.
   */
  public Ranked of(CodeSet piece) {
    long[] codes = new long[piece.own().length + piece.asked().length];
    System.arraycopy(piece.own(), 0, codes, 0, piece.own().length);
    int size = piece.own().length;
    for (long code : piece.asked()) {
      if (numbers.of(code).isPresent()) {
        codes[size++] = code;
      }
    }
    codes = Arrays.copyOf(codes, size);
    Arrays.sort(codes);
    return new Ranked(
        codes, Arrays.stream(codes).mapToInt(code -> numbers.of(code).orElseThrow()).toArray());
  }
}
