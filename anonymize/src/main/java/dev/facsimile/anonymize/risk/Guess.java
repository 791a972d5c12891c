package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.List;

/**
 * Guesses an attribute of a row by the value that most learned rows have among those that equal it:
 * in the other attributes and the exact lengths; where there are none, in the other attributes and
 * the lengths' octaves; in the other attributes; in nothing. Holds some 30 bytes for each distinct
 * combination at each of the four levels.
 */
final class Guess {
  private static final int EXACT = 0;
  private static final int OCTAVES = 1;
  private static final int ATTRIBUTES = 2;
  private static final int NOTHING = 3;

  private final Side side;
  private final Attribute attribute;

  /** The other attributes' part of the key, by the combination of categories. */
  private final long[] others;

  private final List<Majority> levels =
      List.of(new Majority(), new Majority(), new Majority(), new Majority());

  Guess(Side side, Attribute attribute) {
    this.side = side;
    this.attribute = attribute;
    others = new long[side.profiles.size()];
    for (int profile = 0; profile < others.length; profile++) {
      for (Attribute other : Attribute.values()) {
        int code = other == attribute ? 0 : side.profiles.code(profile, other);
        others[profile] = SeededStreams.mix(others[profile] * 31 + code);
      }
    }
  }

  void learn(int row) {
    int code = side.code(row, attribute);
    if (code > 0) {
      for (int level = EXACT; level <= NOTHING; level++) {
        levels.get(level).add(key(level, row), code);
      }
    }
  }

  /** Whether the guess of a row is its value. */
  boolean right(int row) {
    for (int level = EXACT; level <= NOTHING; level++) {
      int guess = levels.get(level).of(key(level, row));
      if (guess > 0) {
        return guess == side.code(row, attribute);
      }
    }
    return false;
  }

  private long key(int level, int row) {
    if (level == NOTHING) {
      return 0;
    }
    long key = others[side.profile(row)];
    if (level == ATTRIBUTES) {
      return key;
    }
    int input = side.codedInput(row);
    int output = side.codedOutput(row);
    return level == EXACT
        ? SeededStreams.mix(SeededStreams.mix(key + input) + output)
        : SeededStreams.mix(SeededStreams.mix(key + octave(input)) + octave(output));
  }

  private static int octave(int codedLength) {
    return 32 - Integer.numberOfLeadingZeros(codedLength);
  }

  /** The commonest code of each key; of equally common ones, the one that came to lead first. */
  private static final class Majority {
    private final BlockTable keys = new BlockTable();
    private final BlockTable pairs = new BlockTable();
    private int[] counts = new int[16];
    private int[] most = new int[16];
    private int[] leader = new int[16];

    void add(long key, int code) {
      int number = keys.number(key);
      int pair = pairs.number(SeededStreams.mix((long) number << 32 | code));
      most = keys.roomIn(most);
      leader = keys.roomIn(leader);
      counts = pairs.roomIn(counts);
      if (++counts[pair] > most[number]) {
        most[number] = counts[pair];
        leader[number] = code;
      }
    }

    int of(long key) {
      int number = keys.indexOf(key);
      return number < 0 ? 0 : leader[number];
    }
  }
}
