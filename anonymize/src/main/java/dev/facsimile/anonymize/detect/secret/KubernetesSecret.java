package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The entries under {@code data:} of a Kubernetes secret, base64 or not. */
public final class KubernetesSecret implements Detector {
  private static final Pattern KIND = Pattern.compile("(?i)\\s{0,4}:\\s{0,4}[\"']?secret[\"']?\\s");
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\n[ \\t]{1,16}+([\\w.-]{1,80}+:[ \\t]{0,8}+(?:[|>][-+]?\\s{1,32})?[\"']?[A-Za-z0-9+/]{10,}+={0,3}+[\"']?)(?=\\s|$)");

  @Override
  public String id() {
    return "kubernetes-secret";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.keyword("kind"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (!mayBeSecret(text, end)) {
      return;
    }
    Matcher kind = KIND.matcher(text.slice(end, end + 24) + "\n");
    if (!kind.lookingAt() || Chars.isWord(text.at(start - 1))) {
      return;
    }
    int from = Math.max(0, start - REACH);
    int to = Math.min(text.length(), end + 4 * REACH);
    String around = text.slice(from, to);
    int data = around.indexOf("data:");
    while (data > 0
        && Chars.isLetter(around.charAt(data - 1))
        && !around.startsWith("stringData:", data - 6)) {
      data = around.indexOf("data:", data + 1);
    }
    int kindAt = start - from;
    if (data < 0
        || around.substring(Math.min(data, kindAt), Math.max(data, kindAt)).contains("\n---")) {
      return;
    }
    Matcher entry = ENTRY.matcher(around);
    entry.region(data, around.length());
    entry.useTransparentBounds(true);
    int last = data + 5;
    while (entry.find() && onlyEntriesBetween(around, last, entry.start())) {
      sink.found(from + entry.start(1), from + entry.end(1), "SECRET", Confidence.PROVEN);
      last = entry.end();
    }
  }

  /** Whether a colon, blanks, quotes and an S follow: most kinds are other ones. */
  private static boolean mayBeSecret(FoldedText text, int from) {
    int i = from;
    boolean colon = false;
    while (i - from < 12
        && (text.at(i) == ' '
            || text.at(i) >= '\t' && text.at(i) <= '\r'
            || ":\"'".indexOf(text.at(i)) >= 0 && text.at(i) != 0)) {
      colon |= text.at(i) == ':';
      i++;
    }
    return colon && (text.at(i) | 0x20) == 's';
  }

  /** Comments, and entries that are too short to hide anything. */
  private static boolean onlyEntriesBetween(String text, int from, int to) {
    for (String line : text.substring(from, to).split("\n")) {
      if (!line.isBlank() && !Chars.isSpace(line.charAt(0))) {
        return false;
      }
    }
    return true;
  }
}
