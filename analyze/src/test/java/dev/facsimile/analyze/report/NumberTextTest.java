package dev.facsimile.analyze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberTextTest {
  @Test
  void durationsComeInTheUnitThatSuitsThem() {
    assertEquals("400 ms", plain(NumberText.duration(400e6)));
    assertEquals("4.00 s", plain(NumberText.duration(4e9)));
    assertEquals("12.3 µs", plain(NumberText.duration(12_345)));
    assertEquals("0 ms", plain(NumberText.duration(0)));
    assertEquals("-1.50 ms", plain(NumberText.duration(-1.5e6)));
    assertEquals("3.00 h", plain(NumberText.duration(3 * 3600e9)));
  }

  @Test
  void numbersKeepThreeSignificantDigits() {
    assertEquals("0.123", plain(NumberText.number(0.1234)));
    assertEquals("12,345", plain(NumberText.number(12_345.4)));
    assertEquals("10.0", plain(NumberText.number(9.999)));
    assertEquals("0", plain(NumberText.number(0)));
  }

  @Test
  void allAndNoneAreSaidOnlyOfAllAndNone() {
    assertEquals("100 %", plain(NumberText.percent(1)));
    assertEquals("> 99.9 %", plain(NumberText.percent(0.99999)));
    assertEquals("< 0.1 %", plain(NumberText.percent(0.00001)));
    assertEquals("0 %", plain(NumberText.percent(0)));
    assertEquals("95.0 %", plain(NumberText.percent(0.95)));
  }

  private static String plain(String text) {
    return NumberText.plain(text);
  }
}
