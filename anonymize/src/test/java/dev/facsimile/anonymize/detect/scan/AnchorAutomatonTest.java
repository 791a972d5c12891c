package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AnchorAutomatonTest {
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
          "b:a",
          "\\b",
          "3b1",
          "c3");

  /** Below one lane, where the lanes begin, and around the end of the longest block of lanes. */
  private static final int[] LENGTHS = {
    0, 1, 5, 127, 128, 129, 300, 1000, 4003, 16383, 16384, 16385, 16384 + 127, 16384 + 128, 33001
  };

  @Test
  void everyKeywordAndSignIsFoundWhereverTheLanesMeet() {
    AnchorAutomaton automaton = new AnchorAutomaton(KEYWORDS);
    SplittableRandom random = new SplittableRandom(7);
    for (int length : LENGTHS) {
      for (int round = 0; round < 8; round++) {
        String text = text(length, random);
        Heard heard = new Heard(automaton, text);
        assertEquals(expected(text), heard.keywords, text);
        assertEquals(signs(text), heard.signs, text);
      }
    }
  }

  @Test
  void upperAndLowerCaseAreOne() {
    AnchorAutomaton automaton = new AnchorAutomaton(List.of("Begin"));
    assertEquals(List.of("5 0"), List.copyOf(new Heard(automaton, "bEGIN").keywords));
  }

  private static final class Heard implements AnchorAutomaton.Sink {
    private final TreeSet<String> keywords = new TreeSet<>();
    private final List<Integer> signs = new ArrayList<>();

    Heard(AnchorAutomaton automaton, String text) {
      automaton.find(text.getBytes(StandardCharsets.ISO_8859_1), this);
    }

    @Override
    public void keyword(int keyword, int start, int end) {
      keywords.add(end + " " + keyword);
    }

    @Override
    public void sign(int at) {
      signs.add(at);
    }
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

  private static List<Integer> signs(String text) {
    return Pattern.compile("[@:\\\\%&]|(?<!\\d)\\d")
        .matcher(text)
        .results()
        .map(MatchResult::start)
        .toList();
  }

  private static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("abcABC-c/31:\\@%&é".charAt(random.nextInt(17)));
    }
    return text.toString();
  }
}
