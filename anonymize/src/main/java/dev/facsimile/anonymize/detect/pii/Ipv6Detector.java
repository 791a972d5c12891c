package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * IPv6 addresses (RFC 4291), full, shortened, with an IPv4 tail, a zone or a prefix length. {@code
 * ::} and {@code ::1} are reported only where words call them an address: in code they are scope
 * operators.
 */
public final class Ipv6Detector implements Detector {
  private static final int LONGEST = 45;
  private static final int LOOK = 24;

  @Override
  public String id() {
    return "ipv6";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.HEX_COLON);
  }

  @Override
  public void verify(FoldedText text, int colon, int after, FindingSink sink) {
    int start = colon;
    while (start > 0 && colon - start < 5 && Chars.hex(text.at(start - 1))) {
      start--;
    }
    char before = text.at(start - 1);
    if (colon - start > 4 || before == ':' || Chars.joins(before) || before == '_') {
      return;
    }
    int end = start;
    while (end - start < LONGEST && inside(text.at(end))) {
      end++;
    }
    end = trimmed(text, start, end);
    if (end - start < 2 || Chars.joins(text.at(end)) || text.at(end) == '_') {
      return;
    }
    String value = text.slice(start, end);
    int suffix = suffixEnd(text, end, '/');
    int zone = suffixEnd(text, end, '%');
    boolean marked = suffix > end || zone > end;
    if (valid(value)
        && (distinct(value) || marked || IpDetector.ADDRESS.before(text, start, LOOK))) {
      sink.found(
          start,
          zone > end ? suffixEnd(text, zone, '/') : suffix,
          "IP_ADDRESS",
          Confidence.CONTEXTUAL);
    }
  }

  private static boolean inside(char c) {
    return Chars.hex(c) || c == ':' || c == '.';
  }

  private static int trimmed(FoldedText text, int start, int end) {
    int at = end;
    while (at > start && (text.at(at - 1) == '.' || single(text, start, at))) {
      at--;
    }
    return at;
  }

  private static boolean single(FoldedText text, int start, int end) {
    return text.at(end - 1) == ':' && !(end - start >= 2 && text.at(end - 2) == ':');
  }

  /** More than the address of every machine, and more than one short group. */
  private static boolean distinct(String value) {
    long digits = value.chars().filter(c -> c != ':').count();
    return digits >= 3 && (value.chars().filter(c -> c == ':').count() == 7 || digits >= 5)
        || value.startsWith("fe80:");
  }

  private static boolean valid(String value) {
    int gap = value.indexOf("::");
    if (gap >= 0 && value.indexOf("::", gap + 1) >= 0) {
      return false;
    }
    int groups = 0;
    String[] parts = value.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (part.isEmpty()) {
        continue;
      }
      if (part.indexOf('.') >= 0) {
        if (i < parts.length - 1 || !ipv4(part)) {
          return false;
        }
        groups += 2;
      } else if (part.length() > 4) {
        return false;
      } else {
        groups++;
      }
    }
    return gap >= 0 ? groups <= 7 : groups == 8;
  }

  private static boolean ipv4(String tail) {
    String[] parts = tail.split("\\.", -1);
    for (String part : parts) {
      if (part.isEmpty()
          || part.length() > 3
          || !part.chars().allMatch(Character::isDigit)
          || Integer.parseInt(part) > 255) {
        return false;
      }
    }
    return parts.length == 4;
  }

  /** End of a prefix length after {@code /} or a zone after {@code %}, or {@code end}. */
  private static int suffixEnd(FoldedText text, int end, char sign) {
    if (text.at(end) != sign) {
      return end;
    }
    int at = end + 1;
    int most = sign == '/' ? 3 : 16;
    while (at - end <= most
        && (sign == '/' ? Chars.digit(text.at(at)) : Chars.alnum(text.at(at)))) {
      at++;
    }
    return at > end + 1 && !Chars.joins(text.at(at)) ? at : end;
  }
}
