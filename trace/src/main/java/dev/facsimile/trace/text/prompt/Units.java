package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A language's pieces of text with their tokens in one tokenizer, and how they are drawn. Immutable
 * and so safe for use by several threads. Holds some thousand pieces.
 */
final class Units {
  private static final int TABLE = 1 << 13;
  private static final int FEWEST = 24;

  private final Unit[] table;
  private final Unit[] heads;

  /** Pieces of exactly the index's tokens; empty for most indices. */
  private final Unit[][] bySize;

  private final boolean addUp;

  private Units(Unit[] table, Unit[] heads, Unit[][] bySize, boolean addUp) {
    this.table = table;
    this.heads = heads;
    this.bySize = bySize;
    this.addUp = addUp;
  }

  /**
   * Learns the pieces of a language.
   *
   * @param heads words that may begin a block; the language's own pieces if few
   * @param fillers one-token words that fill what the language's own pieces cannot
   * @throws InputException if the tokenizer has too few of the language
   */
  static Units learn(
      Tokenizer tokenizer, PromptLanguage language, List<Unit> heads, List<Unit> fillers) {
    UnitTrial trial = new UnitTrial(tokenizer);
    Map<String, Double> weights = new HashMap<>();
    List<Unit> units = new ArrayList<>();
    for (PromptLanguage.Phrase phrase : language.phrases()) {
      if (weights.putIfAbsent(phrase.text(), phrase.weight()) == null) {
        trial.measure(phrase.text()).ifPresent(units::add);
      }
    }
    boolean addUp = trial.settle(units);
    if (units.size() < FEWEST) {
      throw new InputException(
          tokenizer.file(),
          "has "
              + units.size()
              + " pieces of text in the language "
              + language.code()
              + " with a fixed number of tokens, expected at least "
              + FEWEST
              + ": give another --prompt-language");
    }
    List<Unit> starts = heads.size() < FEWEST ? units : heads;
    return new Units(
        table(units, weights), starts.toArray(new Unit[0]), bySize(units, fillers), addUp);
  }

  /** Spreads the weights over a table that is drawn from evenly. */
  private static Unit[] table(List<Unit> units, Map<String, Double> weights) {
    double sum = units.stream().mapToDouble(unit -> weights.get(unit.text())).sum();
    Unit[] table = new Unit[TABLE];
    double upTo = 0;
    int at = 0;
    for (Unit unit : units) {
      upTo += weights.get(unit.text());
      while (at < TABLE && at < upTo / sum * TABLE) {
        table[at++] = unit;
      }
    }
    while (at < TABLE) {
      table[at++] = units.get(0);
    }
    return table;
  }

  /** Pieces by size: the language's own; where it has none of a single token, fillers. */
  private static Unit[][] bySize(List<Unit> own, List<Unit> fillers) {
    TreeMap<Integer, List<Unit>> sizes = new TreeMap<>();
    own.forEach(unit -> sizes.computeIfAbsent(unit.tokens(), n -> new ArrayList<>()).add(unit));
    if (!fillers.isEmpty()) {
      sizes.putIfAbsent(1, fillers);
    }
    Unit[][] bySize = new Unit[sizes.lastKey() + 1][];
    for (int size = 0; size < bySize.length; size++) {
      bySize[size] = sizes.getOrDefault(size, List.of()).toArray(new Unit[0]);
    }
    return bySize;
  }

  /** Whether counts added up in every trial, so that they need not be taken of every text. */
  boolean addUp() {
    return addUp;
  }

  /** The piece that a block begins with. */
  Unit head(long bits, int room) {
    Unit unit = heads[(int) Long.remainderUnsigned(bits, heads.length)];
    return unit.tokens() <= room ? unit : fitting(bits, room);
  }

  /** A piece by its weight; one of at most {@code room} tokens, so that the rest can be filled. */
  Unit draw(long bits, int room) {
    Unit unit = table[(int) (bits >>> 40) & (TABLE - 1)];
    int rest = room - unit.tokens();
    return rest == 0 || rest >= bySize.length - 1 || (rest > 0 && has(1))
        ? unit
        : fitting(bits, room);
  }

  private boolean has(int tokens) {
    return tokens < bySize.length && bySize[tokens].length > 0;
  }

  /** The largest piece that leaves no rest, or one that the rest can be filled behind. */
  private Unit fitting(long bits, int room) {
    for (int size = Math.min(room, bySize.length - 1); size > 0; size--) {
      if (has(size) && (size == room || fillable(room - size))) {
        return of(bits, size);
      }
    }
    for (int size = Math.min(room, bySize.length - 1); size > 0; size--) {
      if (has(size)) {
        return of(bits, size);
      }
    }
    return NOTHING;
  }

  /** Stands for no piece where none is small enough. */
  static final Unit NOTHING = new Unit("", 0);

  private Unit of(long bits, int size) {
    return bySize[size][(int) Long.remainderUnsigned(bits >>> 8, bySize[size].length)];
  }

  /** Whether pieces can have that many tokens together. */
  private boolean fillable(int room) {
    boolean[] can = new boolean[room + 1];
    can[0] = true;
    for (int sum = 1; sum <= room; sum++) {
      for (int size = 1; size <= Math.min(sum, bySize.length - 1) && !can[sum]; size++) {
        can[sum] = has(size) && can[sum - size];
      }
    }
    return can[room];
  }

  /** Some of the pieces, for trials of what stands around a text. */
  List<Unit> samples(int count) {
    return Arrays.stream(table).distinct().limit(count).toList();
  }

  /** What a block may begin with. */
  List<Unit> heads() {
    return List.of(heads);
  }
}
