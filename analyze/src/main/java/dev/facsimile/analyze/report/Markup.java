package dev.facsimile.analyze.report;

import java.util.Locale;

/** Text made safe for HTML and SVG, element content and quoted attributes alike. */
final class Markup {
  private Markup() {}

  /** {@code text} with the five significant characters escaped and control characters shown. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return safe.toString();
  }

  /** A coordinate with at most one decimal, which keeps a page small. */
  static String number(double value) {
    double rounded = Math.rint(value * 10) / 10;
    return rounded == Math.rint(rounded)
        ? Long.toString((long) rounded)
        : String.format(Locale.ROOT, "%.1f", rounded);
  }
}
