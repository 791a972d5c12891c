package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/** Hardware addresses: six pairs by colon or hyphen, or three groups of four by dots. */
public final class MacDetector implements Detector {
  private static final int PAIRED = 17;
  private static final int DOTTED = 14;
  private static final int LOOK_AHEAD = 48;

  @Override
  public String id() {
    return "mac";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.digits(1, 4).before((near, far) -> Chars.hex(near)),
        Anchor.digits(2, 2).before((near, far) -> near == '-' && Chars.hex(far)),
        Anchor.digits(4, 4).before((near, far) -> near == '.' && Chars.hex(far)),
        Anchor.digits(1, 3)
            .after((near, far) -> Chars.hex(near))
            .before((near, far) -> (near == '-' || near == '.') && Chars.hex(far)),
        Anchor.Lexical.HEX_COLON,
        Anchor.keyword("mac"),
        Anchor.keyword("hardware address"),
        Anchor.keyword("hwaddr"),
        Anchor.keyword("bssid"),
        Anchor.keyword("physical address"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    char first = text.at(start);
    if (first == ':') {
      at(text, start - 2, sink);
    } else if (Chars.digit(first)) {
      int after = start;
      while (Chars.hex(text.at(after)) && after - start < 5) {
        after++;
      }
      if (text.at(after) == '-' || text.at(after) == '.') {
        at(text, firstGroup(text, groupStart(text, start)), sink);
      }
    } else if (!Chars.alnum(text.at(start - 1))
        && (!Chars.latin(text.at(end)) || text.at(end) == 's')) {
      for (int i = end; i < end + LOOK_AHEAD && i < text.length(); i++) {
        at(text, i, sink);
      }
    }
  }

  /** Steps back over pairs without a digit, at most five: {@code AA-BB-0C}. */
  private static int firstGroup(FoldedText text, int group) {
    int start = group;
    while (group - start < PAIRED - 3
        && text.at(start - 1) == '-'
        && Chars.hex(text.at(start - 2))
        && Chars.hex(text.at(start - 3))) {
      start -= 3;
    }
    return start;
  }

  /** The first of the two or four characters whose group holds the digits at {@code index}. */
  private static int groupStart(FoldedText text, int index) {
    int start = index;
    while (index - start < 4 && Chars.hex(text.at(start - 1))) {
      start--;
    }
    return start;
  }

  private static void at(FoldedText text, int start, FindingSink sink) {
    char dash = text.at(start + 2);
    if (dash != ':' && dash != '-' && text.at(start + 4) != '.'
        || !Chars.hex(text.at(start))
        || !Chars.beginsWord(text, start)
        || text.at(start - 1) == dash && Chars.hex(text.at(start - 2))) {
      return;
    }
    boolean paired = dash == ':' || dash == '-';
    int length = paired ? PAIRED : DOTTED;
    int step = paired ? 3 : 5;
    char separator = paired ? dash : '.';
    for (int i = 0; i < length; i++) {
      char c = text.at(start + i);
      if (i % step == step - 1 ? c != separator : !Chars.hex(c)) {
        return;
      }
    }
    char after = text.at(start + length);
    if (one(text, start, length)) {
      return;
    }
    if (!Chars.joins(after) && !(after == separator && Chars.hex(text.at(start + length + 1)))) {
      sink.found(start, start + length, "MAC_ADDRESS", Confidence.CONTEXTUAL);
    }
  }

  /** The address of nobody or of everybody: one digit all over. */
  private static boolean one(FoldedText text, int start, int length) {
    return text.slice(start, start + length)
            .chars()
            .filter(c -> Chars.hex((char) c))
            .distinct()
            .count()
        == 1;
  }
}
