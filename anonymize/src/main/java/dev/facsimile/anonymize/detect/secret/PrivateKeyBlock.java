package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * PEM, OpenSSH, PGP and PuTTY private keys, on lines of their own, on one line, or with escaped
 * line ends. A block whose end is missing is taken up to where its base64 stops.
 */
public final class PrivateKeyBlock implements Detector {
  private static final int LONGEST = 32_768;
  private static final int LONGEST_LABEL = 64;
  private static final int LEAST_BODY = 48;

  @Override
  public String id() {
    return "private-key";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.keyword("-----begin"), Anchor.keyword("putty-user-key-file"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (text.at(start) == 'P' || text.at(start) == 'p') {
      putty(text, start, sink);
      return;
    }
    int labelEnd = end;
    while (labelEnd - end < LONGEST_LABEL && text.at(labelEnd) != '-' && text.at(labelEnd) >= ' ') {
      labelEnd++;
    }
    String label = text.slice(end, labelEnd);
    if (text.at(labelEnd) != '-' || !label.contains("PRIVATE") && !label.contains("SECRET")) {
      return;
    }
    int body = labelEnd;
    while (text.at(body) == '-') {
      body++;
    }
    int bodyEnd = bodyEnd(text, body);
    int close = text.startsWith("-----END", bodyEnd) ? closing(text, bodyEnd) : bodyEnd;
    if (letters(text, body, bodyEnd) >= LEAST_BODY) {
      sink.found(start, close, "SECRET", Confidence.PROVEN);
    }
  }

  /** Up to {@code -----END}, or to the first character that no key block has. */
  private static int bodyEnd(FoldedText text, int body) {
    int i = body;
    while (i - body < LONGEST) {
      char c = text.at(i);
      boolean dash = c == '-' && text.startsWith("-----", i);
      if (dash
          || !(Chars.isBase64(c) || Chars.isSpace(c) || "=\\:,.()@<>".indexOf(c) >= 0 && c != 0)) {
        break;
      }
      i++;
    }
    return i;
  }

  private static int closing(FoldedText text, int at) {
    int i = at + 8;
    while (i - at < LONGEST_LABEL + 8 && text.at(i) != '-' && text.at(i) >= ' ') {
      i++;
    }
    while (text.at(i) == '-') {
      i++;
    }
    return i;
  }

  private static int letters(FoldedText text, int from, int to) {
    int letters = 0;
    for (int i = from; i < to && letters < LEAST_BODY; i++) {
      letters += Chars.isBase64(text.at(i)) ? 1 : 0;
    }
    return letters;
  }

  private static void putty(FoldedText text, int start, FindingSink sink) {
    int private_ = text.slice(start, start + 4 * REACH).indexOf("Private-Lines:");
    if (private_ >= 0) {
      int body = start + private_;
      sink.found(
          start, bodyEnd(text, body + "Private-Lines:".length()), "SECRET", Confidence.PROVEN);
    }
  }
}
