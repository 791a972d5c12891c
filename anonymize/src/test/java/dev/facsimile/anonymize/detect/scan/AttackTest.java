package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts made to slow a scan down. Ten times the text may take at most {@value #MOST} times the
 * processor time; quadratic work would take a hundred times. Four times linear is left for a busy
 * machine, its caches and its collector.
 */
class AttackTest {
  private static final int MOST = 40;
  private static final int MEGABYTE = 1 << 20;
  private static final TextScanner SCANNER =
      new TextScanner(Detectors.of(List.of("secrets", "pii-core", "pii-us", "times")));

  private static final TextScanner COUNTRIES =
      new TextScanner(
          Detectors.of(
              List.of("pii-uk", "pii-eu", "pii-asia", "pii-latam", "pii-oceania", "pii-africa")));

  @ParameterizedTest
  @ValueSource(
      strings = {"7", "@", "\"", "QUJDREVGR0hJSktMTU5PUFFS", "password=\"", "{\"a\":", "%25", "\\"})
  void tenMegabytesTakeTenTimesAsLongAsOne(String piece) {
    assertLinear(piece, MEGABYTE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=",
        "token: ",
        "sk-",
        "curl -u a",
        "sig=",
        "https://a:",
        "-----BEGIN PRIVATE KEY-----\n",
        "\"content\":\"",
        "{\"content\":\"a\"},",
        "data: {\"content\":\"a\"}\n",
        "eyJhbGciOiJub25lIn0.",
        "1.1.",
        "::",
        "&#64;",
        "kind: secret\n",
        "cookie: a=b; ",
        "authorization: bearer ",
        "ghp_",
        "hooks.slack.com/",
        "key=a1b2 ",
        "\\\"",
        "\u200b",
        "\u202ea",
        "аb",
        "１",
        "😀",
        "+1 212 555 0100 ",
        "a@b.",
        "%2525%41",
        "[",
        "4a6f686e",
        "QUJDREVGR0hJSktMTU5PUFFSQUJDREVGR0hJSktMTU5PUFFS\n"
      })
  void halfAMegabyteTakesTenTimesAsLongAsATenthOfIt(String piece) {
    assertLinear(piece, MEGABYTE / 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SW1A 1AA ", "AB12 CDE ", "123.456.789-09 ", "12345678Z ", "ABCDE1234F "})
  void numbersOfAllCountriesTakeTenTimesAsLongForTenTimesTheText(String piece) {
    assertLinear(COUNTRIES, piece, MEGABYTE / 20);
  }

  private static void assertLinear(String piece, int size) {
    assertLinear(SCANNER, piece, size);
  }

  private static void assertLinear(TextScanner scanner, String piece, int size) {
    String small = piece.repeat(size / piece.length());
    String large = piece.repeat(10 * size / piece.length());
    scanner.scan(small);
    long one = Math.max(nanos(scanner, small), 5_000_000);
    long ten = nanos(scanner, large);
    assertTrue(
        ten <= MOST * one, () -> ten / 1e9 + " s for ten times what took " + one / 1e9 + " s");
  }

  private static long nanos(TextScanner scanner, String text) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    scanner.scan(text);
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
  }
}
