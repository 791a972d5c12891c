package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds out, by the tokenizer itself, how many tokens pieces of text have and which of them have
 * that number wherever they stand. Nothing is assumed of the kind of tokenizer.
 */
final class UnitTrial {
  /** What stands before and behind a piece when it is tried. */
  private static final String[][] PLACES = {
    {"the", " and the"}, {"house", ", other"}, {"a.b", ".\n\nThey"}
  };

  private static final int MOST_TOKENS = 24;
  private static final int GROUP = 256;
  private static final int TEXTS = 16;
  private static final int LENGTH = 192;
  private static final int ROUNDS = 6;

  private final Tokenizer tokenizer;
  private final OptionalLong unknown;
  private final int[] alone = new int[PLACES.length];

  UnitTrial(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.unknown = unknown(tokenizer);
    for (int i = 0; i < PLACES.length; i++) {
      alone[i] = tokenizer.count(PLACES[i][0] + PLACES[i][1]);
    }
  }

  /** What a tokenizer makes of a character that it does not know; nothing if it knows all. */
  private static OptionalLong unknown(Tokenizer tokenizer) {
    long[] ids = tokenizer.encode("\uE123");
    return ids.length == 1 || ids.length == 2
        ? OptionalLong.of(ids[ids.length - 1])
        : OptionalLong.empty();
  }

  private boolean isKnown(String text) {
    return unknown.isEmpty()
        || Arrays.stream(tokenizer.encode(text)).noneMatch(id -> id == unknown.getAsLong());
  }

  /** The piece with its tokens; absent if they differ from place to place, or are unknown. */
  Optional<Unit> measure(String text) {
    int tokens = 0;
    if (!isKnown(text)) {
      return Optional.empty();
    }
    for (int i = 0; i < PLACES.length; i++) {
      int here = tokenizer.count(PLACES[i][0] + text + PLACES[i][1]) - alone[i];
      if (here < 1 || here > MOST_TOKENS || (i > 0 && here != tokens)) {
        return Optional.empty();
      }
      tokens = here;
    }
    return Optional.of(new Unit(text, tokens));
  }

  /**
   * Those of many pieces that are one token each. Halves a group until all of it are, or one piece
   * is left that is not.
   */
  List<Unit> single(List<String> texts, int most) {
    List<Unit> found = new ArrayList<>();
    for (int from = 0; from < texts.size() && found.size() < most; from += GROUP) {
      single(texts, from, Math.min(texts.size(), from + GROUP), found);
    }
    return found;
  }

  private void single(List<String> texts, int from, int to, List<Unit> found) {
    String joined = String.join("", texts.subList(from, to));
    int tokens = tokenizer.count(PLACES[0][0] + joined + PLACES[0][1]) - alone[0];
    if (tokens == to - from) {
      texts.subList(from, to).forEach(text -> found.add(new Unit(text, 1)));
    } else if (to - from > 1) {
      int middle = (from + to) >>> 1;
      single(texts, from, middle, found);
      single(texts, middle, to, found);
    }
  }

  /**
   * Takes out what does not add up when pieces stand beside each other.
   *
   * @return whether the rest does
   */
  boolean settle(List<Unit> units) {
    for (int round = 0; round < ROUNDS && !units.isEmpty(); round++) {
      Set<Unit> wrong = wrong(units, round);
      if (wrong.isEmpty()) {
        return true;
      }
      units.removeIf(wrong::contains);
    }
    return false;
  }

  private Set<Unit> wrong(List<Unit> units, int round) {
    Set<Unit> wrong = new HashSet<>();
    for (int text = 0; text < TEXTS; text++) {
      List<Unit> drawn = new ArrayList<>();
      for (int i = 0; i < LENGTH; i++) {
        long bits = SeededStreams.mix(SeededStreams.mix(round * 1000L + text) + i);
        drawn.add(units.get((int) Long.remainderUnsigned(bits, units.size())));
      }
      blame(drawn, wrong);
    }
    return wrong;
  }

  /** Halves a text down to two neighbours that do not add up, and blames the second. */
  private void blame(List<Unit> drawn, Set<Unit> wrong) {
    if (addsUp(drawn)) {
      return;
    }
    if (drawn.size() <= 2) {
      wrong.add(drawn.get(drawn.size() - 1));
      return;
    }
    int middle = drawn.size() / 2;
    int before = wrong.size();
    blame(drawn.subList(0, middle), wrong);
    blame(drawn.subList(middle, drawn.size()), wrong);
    blame(drawn.subList(middle - 1, middle + 1), wrong);
    if (wrong.size() == before) {
      // Only the whole of it goes wrong: a join over more than two pieces.
      wrong.add(drawn.get(middle));
    }
  }

  private boolean addsUp(List<Unit> drawn) {
    StringBuilder text = new StringBuilder(PLACES[0][0]);
    int tokens = alone[0];
    for (Unit unit : drawn) {
      text.append(unit.text());
      tokens += unit.tokens();
    }
    return tokenizer.count(text.append(PLACES[0][1]).toString()) == tokens;
  }
}
