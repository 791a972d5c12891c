package dev.facsimile.analyze.report;

import java.util.Locale;

/** Good or bad news. Each has a sign, for those who do not see its colour. */
public enum Tone {
  PLAIN(""),
  GOOD("✓"),
  WARNING("!"),
  BAD("✗");

  private final String sign;

  Tone(String sign) {
    this.sign = sign;
  }

  /** Put before the text; empty for plain. */
  String sign() {
    return sign;
  }

  /** The class in the style sheet. */
  String style() {
    return name().toLowerCase(Locale.ROOT);
  }
}
