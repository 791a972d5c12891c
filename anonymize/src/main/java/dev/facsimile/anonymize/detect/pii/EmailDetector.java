package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * E-mail addresses around an {@code @}: letters of any script (internationalized names, RFC 6531),
 * Punycode, dots, hyphens, plus signs. An address written backwards under a right-to-left override
 * is found too. {@code git@host:path}, retina file names ({@code icon@2x.png}) and the user part of
 * a URL are none.
 */
public final class EmailDetector implements Detector {
  private static final int LONGEST_LOCAL = 64;
  private static final int LONGEST_DOMAIN = 253;
  private static final List<String> REVERSED_TOPS =
      List.of("moc", "gro", "ten", "ude", "vog", "oi", "ved", "ppa", "ofni", "elpmaxe", "tset");

  private static final boolean[] LOCAL = localSigns();

  private static boolean[] localSigns() {
    boolean[] signs = new boolean[0x80];
    for (char c = 0; c < signs.length; c++) {
      signs[c] = Chars.alnum(c) || "._%+-'!#$&*?^~".indexOf(c) >= 0;
    }
    return signs;
  }

  @Override
  public String id() {
    return "email";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.AT_SIGN);
  }

  @Override
  public void verify(FoldedText text, int at, int end, FindingSink sink) {
    int local = localStart(text, at);
    if (local == at) {
      return;
    }
    int domain = domainEnd(text, end);
    if (domain == end) {
      return;
    }
    if (reversed(text, local, at)) {
      sink.found(local, reversedEnd(text, end), "EMAIL_ADDRESS", Confidence.CONTEXTUAL);
    } else if (topLevel(text, end, domain) && !other(text, local, at, domain)) {
      sink.found(local, domain, "EMAIL_ADDRESS", Confidence.PROVEN);
    }
  }

  private static int localStart(FoldedText text, int at) {
    int start = at;
    while (start > 0 && at - start < LONGEST_LOCAL && local(text.at(start - 1))) {
      start--;
    }
    while (start < at
        && (text.at(start) == '.' || text.at(start) == '\'' || text.at(start) == '-')) {
      start++;
    }
    return escape(text, start) ? start + 1 : start;
  }

  /** The letter of {@code \n}, {@code \t} and {@code \r} in text that is JSON or code. */
  private static boolean escape(FoldedText text, int start) {
    char c = text.at(start);
    return text.at(start - 1) == '\\' && (c == 'n' || c == 't' || c == 'r');
  }

  private static boolean local(char c) {
    return c < 0x80 ? LOCAL[c] : Character.isLetterOrDigit(c);
  }

  /** End of the longest run of dotted labels that has no empty label and ends in a letter. */
  private static int domainEnd(FoldedText text, int from) {
    int end = from;
    while (end - from < LONGEST_DOMAIN && inDomain(text, from, end)) {
      end++;
    }
    while (end > from && !Chars.alnum(text.at(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean inDomain(FoldedText text, int from, int at) {
    char c = text.at(at);
    if (Chars.alnum(c)) {
      return true;
    }
    boolean inside = at > from && Chars.alnum(text.at(at + 1));
    return (c == '.' || c == '\u3002') && inside
        || c == '-' && at > from && (Chars.alnum(text.at(at + 1)) || text.at(at + 1) == '-');
  }

  private static boolean topLevel(FoldedText text, int from, int end) {
    int dot = end - 1;
    while (dot > from && text.at(dot) != '.' && text.at(dot) != '\u3002') {
      dot--;
    }
    return dot > from && end - dot > 2 && !Chars.digit(text.at(dot + 1));
  }

  /** The look-alikes of an address in code. */
  private static boolean other(FoldedText text, int local, int at, int domain) {
    char before = text.at(local - 1);
    boolean url = before == '/' && text.at(local - 2) == '/';
    boolean password = before == ':' && userInfo(text, local - 1);
    boolean remote = "git".equals(text.slice(local, at)) && text.at(domain) == ':';
    boolean retina =
        Chars.digit(text.at(at + 1)) && text.at(at + 2) == 'x' && text.at(at + 3) == '.';
    return url || password || remote || retina;
  }

  private static boolean userInfo(FoldedText text, int colon) {
    for (int i = colon - 1; i > colon - LONGEST_LOCAL && i > 1; i--) {
      char c = text.at(i);
      if (c == '/' && text.at(i - 1) == '/') {
        return true;
      }
      if (!Chars.alnum(c) && "._-%+".indexOf(c) < 0) {
        return false;
      }
    }
    return false;
  }

  private static boolean reversed(FoldedText text, int local, int at) {
    int dot = local;
    while (dot < at && text.at(dot) != '.') {
      dot++;
    }
    return dot < at && REVERSED_TOPS.contains(text.slice(local, dot));
  }

  private static int reversedEnd(FoldedText text, int from) {
    int end = from;
    while (end - from < LONGEST_LOCAL && local(text.at(end))) {
      end++;
    }
    return end;
  }
}
