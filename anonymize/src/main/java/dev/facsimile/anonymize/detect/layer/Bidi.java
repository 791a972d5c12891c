package dev.facsimile.anonymize.detect.layer;

import java.util.ArrayList;
import java.util.List;

/** Text that a right-to-left override shows in reverse. */
public final class Bidi {
  private static final char OVERRIDE = '\u202e';
  private static final char POP = '\u202c';

  private Bidi() {}

  /** Each overridden stretch of {@code source} as it is read on screen. */
  public static List<Decoded> decode(Decoded source) {
    List<Decoded> shown = new ArrayList<>();
    String text = source.text();
    int from = text.indexOf(OVERRIDE);
    while (from >= 0) {
      int to = from + 1;
      while (to < text.length() && text.charAt(to) != POP && text.charAt(to) != '\n') {
        to++;
      }
      int last = Math.min(to, text.length() - 1);
      if (to > from + 1) {
        shown.add(
            Decoded.whole(
                new StringBuilder(text.substring(from + 1, to)).reverse().toString(),
                source.map().start(from),
                source.map().end(last)));
      }
      from = text.indexOf(OVERRIDE, to);
    }
    return shown;
  }
}
