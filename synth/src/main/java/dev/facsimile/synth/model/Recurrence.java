package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;
import java.util.List;

/**
 * How blocks recur behind different beginnings: documents that are retrieved again, tools that are
 * told again. It is told of the blocks of a prompt after those that it shares with earlier prompts
 * from the start, its <i>rest</i>. Where ids depend on all blocks before them, no block recurs so.
 *
 * @param places how often blocks recur, by their place in the rest
 * @param visits which ones do, by how often they had been in a rest before, ascending
 * @param runs recurring blocks after a recurring one that had been followed by some block when it
 *     was last asked for
 * @param runsContinued those that are that block
 */
public record Recurrence(List<Place> places, List<Visited> visits, long runs, long runsContinued) {

  /** Places from the start of the rest are told apart up to here. */
  private static final int[] PLACES = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128};

  private static final byte[] KIND_OF = kinds();

  private static byte[] kinds() {
    byte[] kinds = new byte[PLACES[PLACES.length - 1] + 1];
    for (int kind = 0; kind < PLACES.length; kind++) {
      Arrays.fill(kinds, PLACES[kind], kinds.length, (byte) kind);
    }
    return kinds;
  }

  /** Kinds of places: those from the start, and the prompt's last block. */
  public static final int KINDS = PLACES.length + 1;

  /** Ages are told in parts of an octave. */
  public static final int AGES_PER_OCTAVE = 2;

  /** Kinds of number of visits: 1, 2, 3 to 4, 5 to 8 and so on. */
  public static final int MOST_VISITED = 20;

  /**
   * Blocks at one kind of place.
   *
   * @param kind {@link #kindOf} the place
   * @param afterNew those whose block before is new, or that are the first of the rest
   * @param recurAfterNew how many of these recur
   * @param afterRecurring those whose block before recurs
   * @param recurAfterRecurring how many of these recur
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({
    "kind",
    "after_new",
    "recur_after_new",
    "after_recurring",
    "recur_after_recurring"
  })
  public record Place(
      int kind, long afterNew, long recurAfterNew, long afterRecurring, long recurAfterRecurring) {

    public Place {
      if (kind < 0
          || kind >= KINDS
          || recurAfterNew > afterNew
          || recurAfterRecurring > afterRecurring) {
        throw new IllegalArgumentException(
            "more blocks recur at place " + kind + " than there are");
      }
    }

    /** The share that recurs. */
    public double share(boolean afterRecurrence) {
      long all = afterRecurrence ? afterRecurring : afterNew;
      return all == 0 ? 0 : (double) (afterRecurrence ? recurAfterRecurring : recurAfterNew) / all;
    }
  }

  /**
   * Blocks that had been in about so many rests.
   *
   * @param least fewest visits; the most are the next one's fewest - 1
   * @param recurrences of such a block
   * @param chances recurrences of any block while there was such a one
   * @param ages recurrences by {@link #ageOf} the blocks of rests since it was last asked for
   */
  public record Visited(int least, long recurrences, long chances, List<Long> ages) {

    public Visited {
      ages = List.copyOf(ages);
      if (least < 1 || recurrences < 0 || chances < recurrences || ages.isEmpty()) {
        throw new IllegalArgumentException(
            recurrences + " recurrences of " + chances + " chances, expected no more than those");
      }
    }
  }

  public Recurrence {
    places = List.copyOf(places);
    visits = List.copyOf(visits);
    if (runsContinued > runs) {
      throw new IllegalArgumentException("more runs are continued than there are");
    }
    for (int i = 1; i < visits.size(); i++) {
      if (visits.get(i).least() <= visits.get(i - 1).least()) {
        throw new IllegalArgumentException("numbers of visits that are not ascending");
      }
    }
  }

  /** The share of a rest's blocks that recur. */
  public double share() {
    long blocks = places.stream().mapToLong(p -> p.afterNew() + p.afterRecurring()).sum();
    long recur = places.stream().mapToLong(p -> p.recurAfterNew() + p.recurAfterRecurring()).sum();
    return blocks == 0 ? 0 : (double) recur / blocks;
  }

  /** The kind of a place in the rest, counted from 0. */
  public static int kindOf(int place, boolean last) {
    return last ? KINDS - 1 : KIND_OF[Math.min(place, KIND_OF.length - 1)];
  }

  /** The kind of a number of visits, 1 or more. */
  public static int visitedOf(int visits) {
    return Math.min(MOST_VISITED, Integer.SIZE - Integer.numberOfLeadingZeros(visits - 1));
  }

  /** The fewest visits of a kind. */
  public static int leastOf(int visited) {
    return visited == 0 ? 1 : (1 << (visited - 1)) + 1;
  }

  /** The place of an age of 1 or more in a list of ages. */
  public static int ageOf(long age) {
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
    boolean upper = octave > 0 && (age >>> (octave - 1) & 1) == 1;
    return AGES_PER_OCTAVE * octave + (upper ? 1 : 0);
  }

  /** The smallest age of a place in a list of ages. */
  public static long leastAge(int place) {
    int octave = place / AGES_PER_OCTAVE;
    return (1L << octave) + (place % AGES_PER_OCTAVE == 0 || octave == 0 ? 0 : 1L << (octave - 1));
  }
}
