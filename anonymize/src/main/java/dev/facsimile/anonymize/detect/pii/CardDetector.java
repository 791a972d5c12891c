package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * Payment card numbers: a range of an issuer with the length that this issuer uses, and Luhn's
 * formula. Digits may be grouped by any one separator; a number inside a longer run of digits or
 * letters is none.
 */
public final class CardDetector implements Detector {
  private static final int MOST_DIGITS = 19;
  private static final ContextWords CARD =
      ContextWords.of(
          "card*,cc,credit,debit,visa,mastercard,amex,maestro,diners,discover,jcb,uatp,pan,"
              + "cartão,cartao,tarjeta,karte,kreditkarte,carte,carta,numero");

  @Override
  public String id() {
    return "card";
  }

  @Override
  public List<Anchor> anchors() {
    Anchor.Beside begins = (near, far) -> !Chars.joins(near) || near == 's' && far == 'i';
    return List.of(
        Anchor.digits(13, MOST_DIGITS).after(begins),
        Anchor.digits(4, 4)
            .after(begins)
            .before((near, far) -> separator(near) && Chars.digit(far)));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    boolean whole = end - start >= 13 && end - start <= MOST_DIGITS;
    boolean grouped = end - start == 4 && separator(text.at(end)) && Chars.digit(text.at(end + 1));
    if (!whole && !grouped || !Chars.beginsWord(text, start) || Chars.fraction(text, start)) {
      return;
    }
    if (whole) {
      report(text, start, end, text.slice(start, end), sink);
    } else {
      grouped(text, start, end, sink);
    }
  }

  private static void grouped(FoldedText text, int start, int end, FindingSink sink) {
    StringBuilder digits = new StringBuilder(text.slice(start, end));
    char separator = text.at(end);
    int at = end;
    int bestEnd = 0;
    int bestDigits = 0;
    while (text.at(at) == separator && digits.length() < MOST_DIGITS) {
      int group = at + 1;
      int groupEnd = group;
      while (Chars.digit(text.at(groupEnd)) && groupEnd - group < 7) {
        groupEnd++;
      }
      int length = groupEnd - group;
      boolean complete = digits.length() + length >= 13 && length >= 2;
      if (length < (complete ? 2 : 4) || length > 6 || digits.length() + length > MOST_DIGITS) {
        break;
      }
      digits.append(text.slice(group, groupEnd));
      boolean last = text.at(groupEnd) != separator || !Chars.digit(text.at(groupEnd + 1));
      if (complete && (last || digits.length() == 16) && Checksums.luhn(digits)) {
        bestEnd = groupEnd;
        bestDigits = digits.length();
      }
      at = groupEnd;
    }
    if (bestEnd > 0) {
      report(text, start, bestEnd, digits.substring(0, bestDigits), sink);
    }
  }

  private static void report(FoldedText text, int start, int end, String digits, FindingSink sink) {
    if (Chars.joins(text.at(end)) || !Checksums.luhn(digits)) {
      return;
    }
    if (text.at(end) == '.' && Chars.digit(text.at(end + 1)) && end - start == digits.length()) {
      return;
    }
    boolean sure = issued(digits);
    boolean old = sure && digits.length() < 14 || digits.length() == 15 && digits.charAt(0) == '1';
    if (old ? Alone.in(text) || CARD.near(text, start, end) : sure) {
      sink.found(start, end, "CREDIT_CARD", old ? Confidence.CONTEXTUAL : Confidence.PROVEN);
    }
  }

  /** Ranges and lengths as the networks publish them (ISO/IEC 7812 issuer numbers). */
  private static boolean issued(String digits) {
    int length = digits.length();
    int two = Integer.parseInt(digits.substring(0, 2));
    int four = Integer.parseInt(digits.substring(0, 4));
    if (digits.charAt(0) == '4') {
      return length == 13 || length == 16 || length == 19;
    }
    if (two >= 51 && two <= 55 || four >= 2221 && four <= 2720) {
      return length == 16;
    }
    if (two == 34 || two == 37) {
      return length == 15;
    }
    if (two == 36 || two == 38 || two == 39 || two == 30 && four <= 3059 || four == 3095) {
      return length == 14 || length >= 16;
    }
    if (four >= 3528 && four <= 3589 || two == 60 || two == 64 || two == 65 || two == 62) {
      return length >= 16;
    }
    if (two == 81 || four >= 2200 && four <= 2204 || four == 9792) {
      return length >= 16;
    }
    return (two == 50 || two >= 56 && two <= 58 || two == 61 || two == 63 || two >= 66 && two <= 69)
        && length >= 16;
  }

  private static boolean separator(char c) {
    return c == ' ' || c == '-' || c == '.' || c == '_' || c == '/' || c == '\t' || c == '\u00b7';
  }
}
