package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeywordAutomatonTest {
  private static final List<String> KEYWORDS =
      List.of(
          "a",
          "ab",
          "bab",
          "bc",
          "abcabc",
          "ccccccccccccccccccccccccc",
          "b-",
          "ca-ba",
          "b/a",
          "c3");

  @Test
  void everyKeywordIsFoundWhereverTheLanesMeet() {
    KeywordAutomaton automaton = new KeywordAutomaton(KEYWORDS);
    SplittableRandom random = new SplittableRandom(7);
    for (int length : new int[] {0, 1, 5, 300, 383, 384, 385, 1000, 4003}) {
      for (int round = 0; round < 20; round++) {
        String text = text(length, random);
        assertEquals(expected(text), found(automaton, text), text);
      }
    }
  }

  @Test
  void upperAndLowerCaseAreOne() {
    KeywordAutomaton automaton = new KeywordAutomaton(List.of("Begin"));
    assertEquals(List.of("5 0"), List.copyOf(found(automaton, "bEGIN")));
  }

  private static TreeSet<String> found(KeywordAutomaton automaton, String text) {
    TreeSet<String> found = new TreeSet<>();
    automaton.find(
        text.getBytes(StandardCharsets.ISO_8859_1),
        (keyword, start, end) -> found.add(end + " " + keyword));
    return found;
  }

  private static TreeSet<String> expected(String text) {
    TreeSet<String> expected = new TreeSet<>();
    String lower = text.toLowerCase(Locale.ROOT);
    for (int k = 0; k < KEYWORDS.size(); k++) {
      String keyword = KEYWORDS.get(k);
      for (int i = lower.indexOf(keyword); i >= 0; i = lower.indexOf(keyword, i + 1)) {
        expected.add(i + keyword.length() + " " + k);
      }
    }
    return expected;
  }

  private static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("abcABC-c/31".charAt(random.nextInt(11)));
    }
    return text.toString();
  }
}
