package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * How sessions grow: a branching process in time, told by examples. A generated request takes a
 * source request that is like it (its donor) and gets the turns that followed that one: as many, as
 * long after, sharing as much of the prompt.
 *
 * <p>Quantities of turns are kept as the cell, of {@value #CELLS} of equal probability, that they
 * fall into in the distribution of all turns, so that no source row is kept as it was.
 *
 * @param turns source requests that follow another one
 * @param gapMillis milliseconds from the arrival of the turn before
 * @param freshTokens prompt tokens after those that the turn before has too, or after its prompt
 *     and answer, as each turn tells
 * @param outputTokens of the answers
 * @param donors examples
 * @param answersKept whether fresh tokens are told without the answer before, which each turn's
 *     prompt has too; false in fitted models, where they are told together
 */
public record Branching(
    long turns,
    Marginal gapMillis,
    Marginal freshTokens,
    Marginal outputTokens,
    List<Donor> donors,
    boolean answersKept) {

  /** Cells of each distribution, and of the source's time. */
  public static final int CELLS = 256;

  /** Sizes are told in parts of an octave. */
  public static final int SIZES_PER_OCTAVE = 4;

  private static final int[] FEWEST_TOKENS = fewestTokens();

  /** Generations after this one are told in parts of an octave. */
  private static final int EXACT_GENERATIONS = 64;

  /** So many lost blocks or fewer are lost as they are, more in proportion to the prompt. */
  public static final int FEW_BLOCKS = 8;

  /**
   * A source request.
   *
   * @param classNumber position of its class in the model
   * @param generation {@link #generationOf} the number of requests from the start of its session
   * @param size of its prompt: {@link #sizeOf} its tokens
   * @param answer of its answer: {@link #sizeOf} its tokens
   * @param gap cell of its own gap; 0 at the start of a session
   * @param clock its arrival as a part of the source's duration, in {@link #CELLS}ths
   * @param followers the turns that continue it
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"class_number", "generation", "size", "answer", "gap", "clock", "followers"})
  public record Donor(
      int classNumber,
      int generation,
      int size,
      int answer,
      int gap,
      int clock,
      List<Follower> followers)
      implements Serializable {

    public Donor {
      followers = List.copyOf(followers);
      if (classNumber < 0
          || generation < 0
          || size < 0
          || answer < 0
          || outside(gap)
          || outside(clock)) {
        throw new IllegalArgumentException(
            "donor [" + generation + ", " + size + ", " + gap + ", " + clock + "] out of range");
      }
    }

    /** The same request with other turns that continue it. */
    public Donor with(List<Follower> others) {
      return new Donor(classNumber, generation, size, answer, gap, clock, others);
    }
  }

  /**
   * A turn that continues its donor.
   *
   * @param classNumber position of its class in the model
   * @param gap cell of its gap
   * @param droppedBlocks full blocks of the donor's prompt that it does not have
   * @param keptShare share of the donor's full blocks that it has, in 255ths
   * @param freshTokens cell of its fresh tokens
   * @param outputTokens cell of its output tokens
   * @param thinkShare part of the gap that passed after the donor's answer had ended, in 255ths; 0
   *     where the source does not tell
   * @param grown 1 where its prompt has the donor's whole prompt and answer: its fresh tokens are
   *     then told without both; otherwise 0
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({
    "class_number",
    "gap",
    "dropped_blocks",
    "kept_share",
    "fresh_tokens",
    "output_tokens",
    "think_share",
    "grown"
  })
  public record Follower(
      int classNumber,
      int gap,
      int droppedBlocks,
      int keptShare,
      int freshTokens,
      int outputTokens,
      int thinkShare,
      int grown)
      implements Serializable {

    public Follower {
      if (classNumber < 0
          || droppedBlocks < 0
          || outside(gap)
          || outside(keptShare)
          || outside(freshTokens)
          || outside(outputTokens)
          || outside(thinkShare)
          || grown < 0
          || grown > 1) {
        throw new IllegalArgumentException("a turn with a cell that is not 0 to 255");
      }
    }

    /** The leading full blocks that it has in common with a prompt of {@code fullBlocks}. */
    public int sharedBlocks(int fullBlocks) {
      return droppedBlocks <= FEW_BLOCKS
          ? Math.max(0, fullBlocks - droppedBlocks)
          : (int) StrictMath.round(fullBlocks * (keptShare / 255.0));
    }
  }

  public Branching {
    Objects.requireNonNull(gapMillis, "sessions without a distribution of gaps");
    Objects.requireNonNull(freshTokens, "sessions without a distribution of fresh tokens");
    Objects.requireNonNull(outputTokens, "sessions without a distribution of output tokens");
    donors = List.copyOf(donors);
    if (turns < 1 || donors.isEmpty()) {
      throw new IllegalArgumentException("sessions without a turn that follows another");
    }
  }

  private static boolean outside(int cell) {
    return cell < 0 || cell >= CELLS;
  }

  /** The size of a prompt of so many tokens: parts of an octave of that number and one. */
  public static int sizeOf(int tokens) {
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(tokens + 1L);
    int size = Math.min(FEWEST_TOKENS.length, SIZES_PER_OCTAVE * (octave + 1)) - 1;
    while (FEWEST_TOKENS[size] > tokens) {
      size--;
    }
    return size;
  }

  /** The first number of tokens of each size. Logarithms are too slow to be taken for each. */
  private static int[] fewestTokens() {
    int[] fewest = new int[exactSizeOf(Integer.MAX_VALUE) + 1];
    for (int size = 1; size < fewest.length; size++) {
      int low = fewest[size - 1];
      int high = Integer.MAX_VALUE;
      while (low < high) {
        int middle = low + (high - low) / 2;
        if (exactSizeOf(middle) >= size) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      fewest[size] = low;
    }
    return fewest;
  }

  private static int exactSizeOf(int tokens) {
    return (int) (SIZES_PER_OCTAVE * StrictMath.log(1.0 + tokens) / StrictMath.log(2));
  }

  /** The generation of a request that so many lead to: exact at first, then in log steps. */
  public static int generationOf(int requestsBefore) {
    double octaves =
        StrictMath.log((double) requestsBefore / EXACT_GENERATIONS) / StrictMath.log(2);
    return requestsBefore <= EXACT_GENERATIONS
        ? requestsBefore
        : EXACT_GENERATIONS + (int) StrictMath.round(SIZES_PER_OCTAVE * octaves);
  }

  /** Part {@code part} of {@code whole}, in 255ths. */
  public static int share(double part, double whole) {
    return whole <= 0 ? 0 : (int) Math.rint(255 * Math.max(0, Math.min(1, part / whole)));
  }
}
