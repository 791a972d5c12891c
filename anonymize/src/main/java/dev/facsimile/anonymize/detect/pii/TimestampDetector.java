package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Absolute times: a date with a time of day (ISO 8601, RFC 3339, the web server's and the mail's
 * forms), and Unix times of 10, 13, 16 or 19 digits beside a word for time. A date alone, or inside
 * the name of a model or a release, is none.
 */
public final class TimestampDetector implements Detector {
  private static final int LOOK_BACK = 28;
  private static final String CLOCK =
      "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?\\s?(?:Z\\b|UTC\\b|GMT\\b|[AaPp][Mm]\\b|[+-]\\d{2}:?\\d{2})?";
  private static final Pattern ISO =
      Pattern.compile("\\d{4}[-/.]\\d{2}[-/.]\\d{2}(?:[T_]|\\s{1,2}|\\sat\\s)" + CLOCK);
  private static final Pattern COMPACT = Pattern.compile("\\d{8}T\\d{6}(?:\\.\\d{1,9})?Z?");
  private static final Pattern SERVER =
      Pattern.compile(
          "\\d{1,2}[ /-](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}[ /-]\\d{4}[ :]"
              + CLOCK);
  private static final Pattern EUROPEAN =
      Pattern.compile("\\d{1,2}[./-]\\d{1,2}[./-]\\d{4},?\\s" + CLOCK);
  private static final ContextWords TIME =
      ContextWords.of(
          "ts,time*,timestamp*,epoch,at,date,created,updated,expires,exp,iat,nbf,since,started,"
              + "ended,start,end,last,seen,now,when,ms,us,ns,unix,datetime,clock,modified,mtime,"
              + "arrival,sent,received,until");

  @Override
  public String id() {
    return "timestamp";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.DIGIT_RUN);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int length = end - start;
    char next = text.at(end);
    if (Chars.alnum(text.at(start - 1)) || text.at(start - 1) == '.') {
      return;
    }
    if (length == 4 && (next == '-' || next == '/' || next == '.')) {
      report(ISO, text, start, sink);
    } else if (length == 8 && next == 'T') {
      report(COMPACT, text, start, sink);
    } else if (length <= 2 && (next == ' ' || next == '/' || next == '-' || next == '.')) {
      boolean letter = Chars.latin(text.at(end + 1));
      if (letter || Chars.digit(text.at(end + 1)) && next != ' ') {
        report(letter ? SERVER : EUROPEAN, text, start, sink);
      }
    } else if (unix(text, start, length)
        && !Chars.alnum(next)
        && TIME.before(text, start, LOOK_BACK)) {
      sink.found(start, fractionEnd(text, end), "TIMESTAMP", Confidence.CONTEXTUAL);
    }
  }

  private static void report(Pattern pattern, FoldedText text, int start, FindingSink sink) {
    Matcher matcher = pattern.matcher(text.slice(start, start + 48));
    if (matcher.lookingAt()) {
      int end = matcher.end();
      while (text.at(start + end - 1) == ' ') {
        end--;
      }
      sink.found(start, start + end, "TIMESTAMP", Confidence.CONTEXTUAL);
    }
  }

  /** Between 2001 and 2065, in seconds, milli-, micro- or nanoseconds. */
  private static boolean unix(FoldedText text, int start, int length) {
    boolean unit = length == 10 || length == 13 || length == 16 || length == 19;
    char lead = text.at(start);
    return unit && (lead == '1' || lead == '2');
  }

  private static int fractionEnd(FoldedText text, int end) {
    int at = end;
    if (text.at(at) == '.' && Chars.digit(text.at(at + 1))) {
      at++;
      while (Chars.digit(text.at(at)) && at - end < 12) {
        at++;
      }
    }
    return at;
  }
}
