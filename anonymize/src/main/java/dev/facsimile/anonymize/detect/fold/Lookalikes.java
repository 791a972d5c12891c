package dev.facsimile.anonymize.detect.fold;

/** Cyrillic and Greek letters that look like Latin ones. */
final class Lookalikes {
  private static final String FROM =
      "аеорсухіѕјһԁԛԝкмтвнАВЕКМНОРСТХУІЅЈ" + "οανρτυικχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɡɑ";
  private static final String TO =
      "aeopcyxisjhdqwkmtbhABEKMHOPCTXYISJ" + "oavptuikxyABEZHIKMNOPTYX" + "iga";
  private static final char LOWEST = 'ı';
  private static final char[] LATIN = latins();

  private Lookalikes() {}

  /** The Latin letter that {@code c} looks like, or 0. */
  static char latin(char c) {
    int index = c - LOWEST;
    return index < 0 || index >= LATIN.length ? 0 : LATIN[index];
  }

  private static char[] latins() {
    char[] latin = new char[0x0530 - LOWEST];
    for (int i = 0; i < FROM.length(); i++) {
      latin[FROM.charAt(i) - LOWEST] = TO.charAt(i);
    }
    return latin;
  }
}
