package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.layer.SplitValues;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which detectors wake at which anchor. */
final class AnchorTable {
  private static final int[] NONE = {};
  private static final Anchor.Digits EVERY_RUN = Anchor.digits(1);
  private static final Anchor.Run EVERY_LONG_RUN =
      new Anchor.Run(LexicalPass.LONG, Integer.MAX_VALUE);

  /** Lengths of runs that are told apart; all longer ones are one. */
  private static final int RUN_LENGTHS = 128;

  private final List<Detector> detectors;
  private final Detector[] byNumber;
  private final List<String> keywords;
  private final int[][] byKeyword;
  private final boolean[] joins;
  private final Map<Anchor.Lexical, int[]> byLexical = new EnumMap<>(Anchor.Lexical.class);
  private final DigitGate digits = new DigitGate();
  private final int[][] byRunLength = new int[RUN_LENGTHS + 1][0];
  private final LiteralSieve sieve;
  private final LexicalPass lexical = new LexicalPass(digits);

  /** One for each thread, which looks at one text after the other. */
  private final ThreadLocal<int[]> lastFound;

  AnchorTable(List<Detector> detectors) {
    this.detectors = List.copyOf(detectors);
    this.byNumber = detectors.toArray(Detector[]::new);
    Map<String, List<Integer>> words = new LinkedHashMap<>();
    Map<Anchor.Lexical, List<Integer>> events = new EnumMap<>(Anchor.Lexical.class);
    SplitValues.KEYS.forEach(key -> words.put(key, new ArrayList<>()));
    for (int d = 0; d < detectors.size(); d++) {
      for (Anchor anchor : detectors.get(d).anchors()) {
        if (anchor instanceof Anchor.Keyword keyword) {
          String literal = keyword.literal().toLowerCase(Locale.ROOT);
          words.computeIfAbsent(literal, k -> new ArrayList<>()).add(d);
        } else if (anchor instanceof Anchor.Digits run) {
          digits.add(run, d);
        } else if (anchor == Anchor.Lexical.DIGIT_RUN) {
          digits.add(EVERY_RUN, d);
        } else if (anchor instanceof Anchor.Run run) {
          addRun(run, d);
        } else if (anchor == Anchor.Lexical.LONG_RUN) {
          addRun(EVERY_LONG_RUN, d);
        } else if (anchor instanceof Anchor.Lexical lexical) {
          events.computeIfAbsent(lexical, k -> new ArrayList<>()).add(d);
        }
      }
    }
    keywords = List.copyOf(words.keySet());
    byKeyword = words.values().stream().map(AnchorTable::array).toArray(int[][]::new);
    joins = new boolean[keywords.size()];
    for (int k = 0; k < SplitValues.KEYS.size(); k++) {
      joins[k] = true;
    }
    events.forEach((event, list) -> byLexical.put(event, array(list)));
    sieve = new LiteralSieve(keywords);
    lastFound = ThreadLocal.withInitial(() -> new int[2 * byNumber.length]);
  }

  private void addRun(Anchor.Run run, int detector) {
    for (int length = 0; length <= RUN_LENGTHS; length++) {
      boolean longer = length == RUN_LENGTHS && run.atMost() >= RUN_LENGTHS;
      if (longer || length >= run.atLeast() && length <= run.atMost()) {
        int[] woken = byRunLength[length];
        byRunLength[length] = Arrays.copyOf(woken, woken.length + 1);
        byRunLength[length][woken.length] = detector;
      }
    }
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  Detector detector(int index) {
    return byNumber[index];
  }

  List<Detector> detectors() {
    return detectors;
  }

  LiteralSieve sieve() {
    return sieve;
  }

  LexicalPass lexical() {
    return lexical;
  }

  /** Room for two numbers of each detector, all 0, for one text of this thread. */
  int[] lastFound() {
    int[] room = lastFound.get();
    Arrays.fill(room, 0);
    return room;
  }

  String keyword(int index) {
    return keywords.get(index);
  }

  /** Whether a keyword is a JSON key whose values are joined. */
  boolean joins(int keyword) {
    return joins[keyword];
  }

  int[] atKeyword(int keyword) {
    return byKeyword[keyword];
  }

  int[] at(Anchor.Lexical event) {
    return byLexical.getOrDefault(event, NONE);
  }

  int[] atRun(int length) {
    return byRunLength[Math.min(length, RUN_LENGTHS)];
  }

  DigitGate digits() {
    return digits;
  }
}
