package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.anonymize.detect.rule.Anchor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LexicalPassTest {
  private static final String LETTERS = "aZ09+/_-@:\\%&. ,(é~[`{'\u007f";

  @Test
  void runsAndSignsAreThoseThatRegularExpressionsFind() {
    SplittableRandom random = new SplittableRandom(3);
    DigitGate everyRun = new DigitGate();
    everyRun.add(Anchor.digits(1), 0);
    LexicalPass pass = new LexicalPass(everyRun);
    for (int round = 0; round < 2000; round++) {
      String text = text(random.nextInt(round % 50 == 0 ? 12_000 : 120), random);
      Heard heard = new Heard();
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      pass.runs(bytes, heard);
      pass.signs(bytes, heard);
      assertEquals(all("\\d+", text), heard.digits, text);
      assertEquals(all("[A-Za-z0-9+/_-]{20,}", text), heard.runs, text);
      assertEquals(all("[@\\\\%&]|:(?=[/:0-9A-Fa-f])", text), heard.signs, text);
    }
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(LexicalPassTest::place).toList();
  }

  private static String place(MatchResult match) {
    return match.start() + "-" + match.end();
  }

  /** Long runs are as likely as short ones: the same letter class often goes on. */
  private static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    boolean calm = true;
    for (int i = 0; i < length; i++) {
      calm = random.nextInt(12) == 0 ? !calm : calm;
      text.append(LETTERS.charAt(random.nextInt(calm ? 8 : LETTERS.length())));
    }
    return text.toString();
  }

  private static final class Heard implements LexicalPass.Events {
    private final List<String> digits = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();
    private final List<String> signs = new ArrayList<>();

    @Override
    public void digitRun(int start, int end, long fitting) {
      digits.add(start + "-" + end);
    }

    @Override
    public void atSign(int at) {
      signs.add(at + "-" + (at + 1));
    }

    @Override
    public void colon(int at) {
      signs.add(at + "-" + (at + 1));
    }

    @Override
    public void escape(int at) {
      signs.add(at + "-" + (at + 1));
    }

    @Override
    public void longRun(int start, int end) {
      runs.add(start + "-" + end);
    }
  }
}
