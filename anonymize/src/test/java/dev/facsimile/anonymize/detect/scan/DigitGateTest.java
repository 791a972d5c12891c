package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DigitGateTest {
  private static final List<String> PACKS =
      List.of(
          "secrets",
          "pii-core",
          "pii-us",
          "pii-uk",
          "pii-eu",
          "pii-asia",
          "pii-latam",
          "pii-oceania",
          "pii-africa",
          "times");
  private static final String[] VALUES = {
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "378282246310005",
    "DE89370400440532013000",
    "GB29 NWBK 6016 1331 9268 19",
    "10.20.30.41",
    "192.168.17.4/24",
    "0c:4a:1b:22:9e:f1",
    "AA-BB-0C-1D-2E-3F",
    "0c4a.1b22.9ef1",
    "+1 (415) 555-0132",
    "415-555-0132",
    "(415) 555-0132",
    "0049 30 901820",
    "+49 30 901820",
    "219-09-9998",
    "536-22-8714",
    "AB 12 34 56 C",
    "943 476 5919",
    "529.982.247-25",
    "2024-05-17T10:11:12Z"
  };
  private static final String[] AROUND = {
    "", " ", "-", ".", "/", "+", "(", ")", "_", ":", "#", "x", "s", "is", " is", "is ", "a", "F",
    "Z", "7", "é", "·", "中", "\t", "\n", "\"", "'", "=", "AB ", "v1.", " ext 12", "0", "00", "$",
    "@"
  };

  @Test
  void aRunThatTheGateHoldsBackHoldsNoFinding() {
    List<Detector> gated = Detectors.of(PACKS);
    TextScanner scanner = new TextScanner(gated);
    TextScanner everyRun = new TextScanner(gated.stream().map(DigitGateTest::atEveryRun).toList());
    SplittableRandom random = new SplittableRandom(7);
    int found = 0;
    for (int i = 0; i < 6_000; i++) {
      String text =
          (random.nextBoolean() ? "phone ssn card " : "")
              + AROUND[random.nextInt(AROUND.length)]
              + AROUND[random.nextInt(AROUND.length)]
              + VALUES[random.nextInt(VALUES.length)]
              + AROUND[random.nextInt(AROUND.length)]
              + AROUND[random.nextInt(AROUND.length)]
              + (random.nextBoolean() ? " end of the line" : "");
      assertEquals(everyRun.scan(text), scanner.scan(text), text);
      found += scanner.scan(text).size();
    }
    assertTrue(found > 2_000, "only " + found + " findings: the texts no longer try the gates");
  }

  @Test
  void aRunWakesByItsLengthAndByWhatStandsBesideIt() {
    DigitGate gate = new DigitGate();
    gate.add(Anchor.digits(4, 6).after((near, far) -> near == '-' && far == 'x'), 3);
    gate.add(Anchor.digits(70), 5);
    assertEquals(1, fitting(gate, "x-1234"));
    assertEquals(0, fitting(gate, "a-1234"));
    assertEquals(0, fitting(gate, "x-123"));
    assertEquals(1, fitting(gate, "é-1234"));
    assertEquals(2, fitting(gate, "1".repeat(80)));
    assertEquals(5, gate.detector(2));
    assertEquals(2, gate.without(3, 3));
  }

  private static long fitting(DigitGate gate, String text) {
    byte[] bytes = FoldedText.of(text).bytes();
    int start = 0;
    while (bytes[start] < '0' || bytes[start] > '9') {
      start++;
    }
    assertEquals(text.length(), new String(bytes, StandardCharsets.ISO_8859_1).length());
    return gate.fitting(bytes, start, bytes.length);
  }

  private static Detector atEveryRun(Detector detector) {
    List<Anchor> anchors = new ArrayList<>();
    for (Anchor anchor : detector.anchors()) {
      anchors.add(anchor instanceof Anchor.Digits ? Anchor.Lexical.DIGIT_RUN : anchor);
    }
    return new Detector() {
      @Override
      public String id() {
        return detector.id();
      }

      @Override
      public List<Anchor> anchors() {
        return anchors.stream().distinct().toList();
      }

      @Override
      public void verify(FoldedText text, int start, int end, FindingSink sink) {
        detector.verify(text, start, end, sink);
      }
    };
  }
}
