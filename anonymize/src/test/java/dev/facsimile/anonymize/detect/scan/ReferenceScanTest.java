package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.corpus.LabelledText;
import dev.facsimile.anonymize.detect.corpus.LabelledTexts;
import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.trace.SharedData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scan finds what a slow one does that looks for each anchor of each detector by itself. */
class ReferenceScanTest {
  private static final List<Detector> DETECTORS =
      Detectors.of(Detectors.PACKS.stream().map(RulePack::name).toList());
  private static final TextScanner SCANNER = new TextScanner(DETECTORS, 0);

  private static final String GLUE =
      " \n\t:=\"'`@%&\\,;-_/.+#$()[]{}<>0123456789aZxnf\u200b\u00a0\u2013\u0430\uff10\uff20é漢";

  @Test
  void anchorsAndValuesInAnyOrderAreFoundAsTheSlowScanFindsThem() {
    SplittableRandom random = new SplittableRandom(11);
    List<String> words = new ArrayList<>(List.of("ann.lee@mail.example", "415-555-0132", "AKIA"));
    for (Detector detector : DETECTORS) {
      for (Anchor anchor : detector.anchors()) {
        if (anchor instanceof Anchor.Keyword keyword) {
          words.add(keyword.literal());
        }
      }
    }
    int found = 0;
    for (int round = 0; round < 1200; round++) {
      StringBuilder text = new StringBuilder();
      for (int part = random.nextInt(40); part > 0; part--) {
        switch (random.nextInt(3)) {
          case 0 -> text.append(words.get(random.nextInt(words.size())));
          case 1 -> text.append(GLUE.charAt(random.nextInt(GLUE.length())));
          default -> text.append(run(random));
        }
      }
      found += compare(text.toString());
    }
    assertTrue(found > 400, "only " + found + " findings compared");
  }

  @Test
  void changedTextsOfTheCorporaAreFoundAsTheSlowScanFindsThem() throws Exception {
    SplittableRandom random = new SplittableRandom(12);
    for (String name : List.of("adv-dev", "gitleaks", "presidio-tests")) {
      List<String> texts = new ArrayList<>();
      for (LabelledText text :
          LabelledTexts.read(SharedData.require("anon-corpus/" + name + ".jsonl.gz"))) {
        texts.add(text.text());
      }
      for (int round = 0; round < 400; round++) {
        StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
        text.insert(random.nextInt(text.length() + 1), texts.get(random.nextInt(texts.size())));
        for (int change = random.nextInt(6); change > 0; change--) {
          text.setCharAt(random.nextInt(text.length()), GLUE.charAt(random.nextInt(GLUE.length())));
        }
        compare(text.toString());
      }
    }
  }

  private static String run(SplittableRandom random) {
    boolean digits = random.nextBoolean();
    StringBuilder run = new StringBuilder();
    for (int i = 1 + random.nextInt(digits ? 18 : 44); i > 0; i--) {
      run.append((char) (digits ? '0' + random.nextInt(10) : 'a' + random.nextInt(26)));
    }
    return run.toString();
  }

  private static int compare(String text) {
    List<Finding> fast = SCANNER.scan(text);
    assertEquals(slow(text), fast, () -> "in '" + text + "'");
    return fast.size();
  }

  /** Each detector by itself; as in the scan, none is woken within what it has just found. */
  private static List<Finding> slow(String text) {
    FoldedText folded = FoldedText.of(text);
    Findings findings = new Findings(text, DETECTORS);
    for (int d = 0; d < DETECTORS.size(); d++) {
      int detector = d;
      int[] last = {0, 0};
      for (int[] place : places(folded, DETECTORS.get(d))) {
        if (place[0] < last[0] || place[0] >= last[1]) {
          DETECTORS
              .get(d)
              .verify(
                  folded,
                  place[0],
                  place[1],
                  (start, end, type, confidence) -> {
                    last[0] = start;
                    last[1] = end;
                    findings.found(folded, start, end, type, detector, confidence);
                  });
        }
      }
    }
    return findings.sorted();
  }

  /** The whole text, literals by where they begin, then signs and digits, then runs. */
  private static List<int[]> places(FoldedText text, Detector detector) {
    List<int[]> whole = new ArrayList<>();
    List<int[]> literals = new ArrayList<>();
    List<int[]> signs = new ArrayList<>();
    List<int[]> runs = new ArrayList<>();
    for (Anchor anchor : detector.anchors()) {
      if (anchor instanceof Anchor.Keyword keyword) {
        literals.addAll(matches(text, "(?i)" + Pattern.quote(keyword.literal()), true));
      } else if (anchor instanceof Anchor.Digits digits) {
        matches(text, "\\d+", false).stream()
            .filter(place -> fits(text, place, digits))
            .filter(place -> signs.stream().noneMatch(other -> other[0] == place[0]))
            .forEach(signs::add);
      } else if (anchor instanceof Anchor.Run run) {
        matches(text, "[A-Za-z0-9+/_-]{20,}", false).stream()
            .filter(p -> p[1] - p[0] >= run.atLeast() && p[1] - p[0] <= run.atMost())
            .forEach(runs::add);
      } else {
        switch ((Anchor.Lexical) anchor) {
          case DIGIT_RUN -> signs.addAll(matches(text, "\\d+", false));
          case AT_SIGN -> signs.addAll(matches(text, "@", false));
          case SCHEME -> signs.addAll(matches(text, "://", false));
          case HEX_COLON ->
              signs.addAll(
                  matches(
                      text, "(?:(?<=[0-9a-fA-F:])|(?<![\\p{L}\\p{Nd}])):(?=[0-9a-fA-F:])", false));
          case LONG_RUN -> runs.addAll(matches(text, "[A-Za-z0-9+/_-]{20,}", false));
          case WHOLE_TEXT -> whole.add(new int[] {0, text.length()});
        }
      }
    }
    literals.sort(
        Comparator.<int[]>comparingInt(place -> place[0]).thenComparingInt(place -> place[1]));
    signs.sort(Comparator.comparingInt(place -> place[0]));
    whole.addAll(literals);
    whole.addAll(signs);
    whole.addAll(runs);
    return whole;
  }

  private static List<int[]> matches(FoldedText text, String pattern, boolean overlapping) {
    List<int[]> places = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    int from = 0;
    while (from <= text.length() && matcher.find(from)) {
      places.add(new int[] {matcher.start(), matcher.end()});
      from = overlapping || matcher.end() == matcher.start() ? matcher.start() + 1 : matcher.end();
    }
    return places;
  }

  private static boolean fits(FoldedText text, int[] place, Anchor.Digits digits) {
    int length = place[1] - place[0];
    return length >= digits.atLeast()
        && length <= digits.atMost()
        && fits(digits.before(), text.at(place[0] - 1), text.at(place[0] - 2))
        && fits(digits.after(), text.at(place[1]), text.at(place[1] + 1));
  }

  private static boolean fits(Anchor.Beside beside, char near, char far) {
    return near > 0x7f || far > 0x7f || beside.fits(near, far);
  }
}
