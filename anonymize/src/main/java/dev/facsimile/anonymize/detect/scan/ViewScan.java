package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.layer.Budget;
import dev.facsimile.anonymize.detect.layer.Decoded;
import dev.facsimile.anonymize.detect.layer.EncodedRuns;
import dev.facsimile.anonymize.detect.layer.Escapes;
import dev.facsimile.anonymize.detect.layer.SplitValues;
import dev.facsimile.anonymize.detect.rule.Anchor.Lexical;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One pass over one folded text: wakes the detectors at their anchors, and gathers the texts that
 * are hidden in it.
 */
final class ViewScan implements LexicalPass.Events, LiteralSieve.Sink {
  private final FoldedText text;
  private final AnchorTable anchors;
  private final Report report;
  private final Budget budget;
  private final byte[] bytes;
  private final boolean decode;
  private final FindingSink sink = this::found;
  private final List<Decoded> inner = new ArrayList<>();
  private int[] escapes = new int[16];
  private int escapeCount;
  private long[] keys = new long[8];
  private int keyCount;
  private EncodedRuns runs;
  private int runDone;
  private int detector;

  /** Of each detector, where what it found last begins and ends; empty until something is. */
  private int[] lastFound = {};

  private final DigitGate digits;
  private final int[] onAt;
  private final int[] onScheme;
  private final int[] onHexColon;

  /** Takes what detectors find in this text. */
  interface Report {
    void found(
        FoldedText text, int start, int end, String type, int detector, Confidence confidence);

    /** A run that could not be decoded within the budget. */
    void undecoded(FoldedText text, int start, int end);
  }

  ViewScan(FoldedText text, AnchorTable anchors, Budget budget, boolean decode, Report report) {
    this.text = text;
    this.anchors = anchors;
    this.budget = budget;
    this.decode = decode;
    this.report = report;
    this.bytes = text.bytes();
    this.digits = anchors.digits();
    this.onAt = anchors.at(Lexical.AT_SIGN);
    this.onScheme = anchors.at(Lexical.SCHEME);
    this.onHexColon = anchors.at(Lexical.HEX_COLON);
  }

  /** Runs the pass; the texts hidden in this one. */
  List<Decoded> run() {
    wake(anchors.at(Lexical.WHOLE_TEXT), 0, text.length());
    anchors.sieve().find(bytes, this);
    anchors.lexical().signs(bytes, this);
    anchors.lexical().runs(bytes, this);
    if (decode && escapeCount > 0) {
      inner.addAll(Escapes.decode(text, escapes, escapeCount));
    }
    if (keyCount > 0) {
      inner.addAll(joined().joined());
    }
    return inner;
  }

  @Override
  public void literal(int keyword, int start, int end) {
    if (decode && anchors.joins(keyword)) {
      keys = keyCount == keys.length ? Arrays.copyOf(keys, keyCount * 2) : keys;
      keys[keyCount++] = (long) end << 16 | keyword;
    }
    wake(anchors.atKeyword(keyword), start, end);
  }

  private SplitValues joined() {
    SplitValues split = new SplitValues(text);
    Arrays.sort(keys, 0, keyCount);
    for (int k = 0; k < keyCount; k++) {
      int end = (int) (keys[k] >> 16);
      if (end > split.lastEnd()) {
        split.key(anchors.keyword((int) (keys[k] & 0xffff)), end);
      }
    }
    return split;
  }

  /** Wakes detectors, except one that has just found something there. */
  private void wake(int[] woken, int start, int end) {
    if (start == end) {
      return;
    }
    for (int d : woken) {
      wake(d, start, end);
    }
  }

  private void wake(int woken, int start, int end) {
    if (lastFound.length == 0
        || start < lastFound[2 * woken]
        || start >= lastFound[2 * woken + 1]) {
      detector = woken;
      anchors.detector(woken).verify(text, start, end, sink);
    }
  }

  private void found(int start, int end, String type, Confidence confidence) {
    if (lastFound.length == 0) {
      lastFound = anchors.lastFound();
    }
    lastFound[2 * detector] = start;
    lastFound[2 * detector + 1] = end;
    report.found(text, start, end, type, detector, confidence);
  }

  @Override
  public void digitRun(int start, int end, long fitting) {
    long rest = fitting;
    while (rest != 0) {
      int woken = digits.detector(rest);
      wake(woken, start, end);
      rest = digits.without(rest, woken);
    }
  }

  @Override
  public void atSign(int at) {
    wake(onAt, at, at + 1);
  }

  @Override
  public void colon(int at) {
    if (text.at(at + 1) == '/') {
      if (text.at(at + 2) == '/') {
        wake(onScheme, at, at + 3);
      }
    } else if (onHexColon.length > 0) {
      char before = text.at(at - 1);
      if (before == ':' || isHex(before) || !Character.isLetterOrDigit(before)) {
        wake(onHexColon, at, at + 1);
      }
    }
  }

  private static boolean isHex(char c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  @Override
  public void escape(int at) {
    if (decode && Escapes.beginsAt(text, at)) {
      if (escapeCount == escapes.length) {
        escapes = Arrays.copyOf(escapes, escapeCount * 2);
      }
      escapes[escapeCount++] = at;
    }
  }

  @Override
  public void longRun(int start, int end) {
    wake(anchors.atRun(end - start), start, end);
    if (!decode || start < runDone) {
      return;
    }
    runs = runs == null ? new EncodedRuns(text, budget) : runs;
    try {
      runs.decode(start, end).ifPresent(inner::add);
      runDone = runs.end();
    } catch (Budget.Spent spent) {
      report.undecoded(text, start, end);
    }
  }
}
