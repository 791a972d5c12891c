package dev.facsimile.anonymize.detect.corpus;

import dev.facsimile.anonymize.detect.rule.Finding;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many names of people are fully covered, how many by at least one word, and how many of the
 * words outside names are kept. A word is a run of letters with apostrophes inside.
 */
public final class NamesEvaluation {
  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}]*+(?:['’]\\p{L}++)*+");

  private final Function<String, List<Finding>> scan;
  private final Score full = new Score();
  private final Score touched = new Score();
  private final Score kept = new Score();

  /** An evaluation of {@code scan}, which gives the findings of a text. */
  public NamesEvaluation(Function<String, List<Finding>> scan) {
    this.scan = scan;
  }

  /** Scans one text and counts. */
  public void add(LabelledText text) {
    BitSet covered = new BitSet();
    scan.apply(text.text()).forEach(finding -> covered.set(finding.start(), finding.end()));
    BitSet inName = new BitSet();
    for (LabelledText.Span span : text.spans()) {
      if (span.type().equals("PERSON")) {
        inName.set(span.start(), span.end());
        count(text, span, covered);
      }
    }
    Matcher word = WORD.matcher(text.text());
    while (word.find()) {
      if (inName.get(word.start(), word.end()).isEmpty()) {
        kept.add(covered.get(word.start(), word.end()).isEmpty(), word.group());
      }
    }
  }

  private void count(LabelledText text, LabelledText.Span span, BitSet covered) {
    String name = text.text().substring(span.start(), span.end());
    boolean all = true;
    boolean any = false;
    Matcher word = WORD.matcher(name);
    while (word.find()) {
      int from = span.start() + word.start();
      int to = span.start() + word.end();
      boolean gone = covered.nextClearBit(from) >= to;
      all &= gone;
      any |= gone;
    }
    full.add(all, name);
    touched.add(any, name);
  }

  /** Names all words of which are covered. */
  public Score full() {
    return full;
  }

  /** Names of which a word is covered. */
  public Score touched() {
    return touched;
  }

  /** Words outside names that nothing covers. */
  public Score kept() {
    return kept;
  }
}
