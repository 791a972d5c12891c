package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.layer.SplitValues;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which detectors wake at which anchor. */
final class AnchorTable {
  private static final int[] NONE = {};
  private static final int LONGEST_DIGITS = 64;

  private final List<Detector> detectors;
  private final List<String> keywords;
  private final int[][] byKeyword;
  private final boolean[] joins;
  private final Map<Anchor.Lexical, int[]> byLexical = new EnumMap<>(Anchor.Lexical.class);
  private final int[][] byDigits = new int[LONGEST_DIGITS + 1][];
  private final KeywordAutomaton automaton;

  AnchorTable(List<Detector> detectors) {
    this.detectors = List.copyOf(detectors);
    Map<String, List<Integer>> words = new LinkedHashMap<>();
    Map<Anchor.Lexical, List<Integer>> events = new EnumMap<>(Anchor.Lexical.class);
    List<List<Integer>> digits = new ArrayList<>();
    for (int i = 0; i <= LONGEST_DIGITS; i++) {
      digits.add(new ArrayList<>());
    }
    SplitValues.KEYS.forEach(key -> words.put(key, new ArrayList<>()));
    for (int d = 0; d < detectors.size(); d++) {
      for (Anchor anchor : detectors.get(d).anchors()) {
        if (anchor instanceof Anchor.Keyword keyword) {
          String literal = keyword.literal().toLowerCase(Locale.ROOT);
          words.computeIfAbsent(literal, k -> new ArrayList<>()).add(d);
        } else if (anchor instanceof Anchor.Digits run) {
          addDigits(digits, run.atLeast(), d);
        } else if (anchor == Anchor.Lexical.DIGIT_RUN) {
          addDigits(digits, 1, d);
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
    for (int i = 0; i <= LONGEST_DIGITS; i++) {
      byDigits[i] = array(digits.get(i));
    }
    automaton = new KeywordAutomaton(keywords);
  }

  private static void addDigits(List<List<Integer>> digits, int atLeast, int detector) {
    for (int length = atLeast; length <= LONGEST_DIGITS; length++) {
      digits.get(length).add(detector);
    }
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  List<Detector> detectors() {
    return detectors;
  }

  KeywordAutomaton automaton() {
    return automaton;
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

  int[] atDigits(int length) {
    return byDigits[Math.min(length, LONGEST_DIGITS)];
  }
}
