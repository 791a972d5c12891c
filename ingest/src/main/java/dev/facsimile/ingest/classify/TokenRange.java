package dev.facsimile.ingest.classify;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of token counts, both ends included, written {@code 100..2000}, {@code 4000..} or {@code
 * ..500}.
 */
record TokenRange(int least, int most) {
  private static final Pattern TEXT = Pattern.compile("(\\d{0,9})\\.\\.(\\d{0,9})");

  static Optional<TokenRange> of(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || text.length() == 2) {
      return Optional.empty();
    }
    TokenRange range =
        new TokenRange(number(matcher.group(1), 0), number(matcher.group(2), Integer.MAX_VALUE));
    return range.least <= range.most ? Optional.of(range) : Optional.empty();
  }

  private static int number(String digits, int otherwise) {
    return digits.isEmpty() ? otherwise : Integer.parseInt(digits);
  }

  /** Whether a count is known and in the range. */
  boolean holds(OptionalInt count) {
    return count.isPresent() && count.getAsInt() >= least && count.getAsInt() <= most;
  }
}
