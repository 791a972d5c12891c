package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of machines inside a network: those under a private top level ({@code .internal}, {@code
 * .local}, {@code .svc} …) and those made of an address ({@code ip-10-0-0-7}). They have a digit or
 * a hyphen, which tells them from packages and members in code.
 */
public final class HostDetector implements Detector {
  private static final int LONGEST = 253;
  private static final Pattern ADDRESS =
      Pattern.compile(
          "ip-\\d{1,3}-\\d{1,3}-\\d{1,3}-\\d{1,3}(?:[.].{0,220})?", Pattern.CASE_INSENSITIVE);

  @Override
  public String id() {
    return "host";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword(".internal"),
        Anchor.keyword(".local"),
        Anchor.keyword(".svc"),
        Anchor.keyword(".corp"),
        Anchor.keyword(".lan"),
        Anchor.keyword(".intra"),
        Anchor.keyword(".intranet"),
        Anchor.keyword(".localdomain"),
        Anchor.keyword(".compute.amazonaws.com"),
        Anchor.keyword("ip-"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int from = start;
    while (start - from < LONGEST && inName(text.at(from - 1))) {
      from--;
    }
    int to = end;
    while (to - end < LONGEST && inName(text.at(to))) {
      to++;
    }
    while (to > end && !Chars.alnum(text.at(to - 1))) {
      to--;
    }
    while (from < start && !Chars.alnum(text.at(from))) {
      from++;
    }
    String name = text.slice(from, to);
    boolean suffix = text.at(start) == '.' && from < start && !Chars.latin(text.at(end));
    if (suffix ? machine(name, to == end) : from == start && address(name)) {
      sink.found(from, to, "HOST", Confidence.CONTEXTUAL);
    }
  }

  private static boolean inName(char c) {
    return c < 0x80 && (Chars.alnum(c) || c == '.' || c == '-');
  }

  /** A digit or hyphen, and no more behind the top level but a domain of the same kind. */
  private static boolean machine(String name, boolean last) {
    boolean marked = name.chars().anyMatch(c -> c == '-' || Character.isDigit(c));
    return marked && (last || name.endsWith(".local") || name.endsWith(".com"));
  }

  /** {@code ip-} and four numbers. */
  private static boolean address(String name) {
    return ADDRESS.matcher(name).matches();
  }
}
