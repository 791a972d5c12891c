package dev.facsimile.anonymize.detect.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pattern of signs one after another, each so many times, that can be read in one go: of {@code
 * gh[pousr]_[A-Za-z0-9]{36,255}+} no sign has to be read twice. It finds what {@link
 * java.util.regex} finds, without its steps from object to object for each sign.
 */
final class TokenShape {
  /** Where a shape does not stand. */
  static final int NONE = -1;

  private final Piece[] pieces;

  /** One of these ASCII signs, from {@code least} to {@code most} times, as many as there are. */
  private record Piece(boolean[] signs, int least, int most) {}

  private TokenShape(List<Piece> pieces) {
    this.pieces = pieces.toArray(Piece[]::new);
  }

  /**
   * The shape of a pattern, if it is made of ASCII signs, {@code \w}, {@code \d} and classes of
   * them, each alone or followed by <code>{n}</code> or the possessive <code>{n,m}+</code>, the
   * last by <code>{n,m}</code> too.
   */
  static Optional<TokenShape> of(String pattern) {
    return new Reader(pattern).read();
  }

  /** Where what stands from {@code from} on ends, at {@code to} at the latest, or {@link #NONE}. */
  int end(byte[] text, int from, int to) {
    int at = from;
    for (Piece piece : pieces) {
      int most = Math.min(to, at + piece.most);
      int i = at;
      while (i < most && text[i] >= 0 && piece.signs[text[i]]) {
        i++;
      }
      if (i - at < piece.least) {
        return NONE;
      }
      at = i;
    }
    return at;
  }

  /** Reads a pattern from the left. */
  private static final class Reader {
    private static final String OTHERS = "(){}|?*+.^$]&";

    private final String pattern;
    private final List<Piece> pieces = new ArrayList<>();
    private int at;

    Reader(String pattern) {
      this.pattern = pattern;
    }

    Optional<TokenShape> read() {
      while (at < pattern.length()) {
        boolean[] signs = new boolean[0x80];
        boolean known = sign() == '[' ? list(signs) : one(signs);
        if (!known || !counted(signs)) {
          return Optional.empty();
        }
      }
      return Optional.of(new TokenShape(pieces));
    }

    private char sign() {
      return at < pattern.length() ? pattern.charAt(at) : 0;
    }

    private boolean list(boolean[] signs) {
      at++;
      while (sign() != ']') {
        char first = sign();
        boolean range = first != '\\' && pattern.startsWith("-", at + 1);
        char last = range && at + 2 < pattern.length() ? pattern.charAt(at + 2) : 0;
        if (range && last != ']') {
          if (!Chars.isLetterOrDigit(first) || !Chars.isLetterOrDigit(last) || last < first) {
            return false;
          }
          for (char c = first; c <= last; c++) {
            signs[c] = true;
          }
          at += 3;
        } else if ("^[&".indexOf(first) >= 0 || first != '\\' && first >= 0x80 || first == 0) {
          return false;
        } else if (first == '\\') {
          if (!one(signs)) {
            return false;
          }
        } else {
          signs[first] = true;
          at++;
        }
      }
      at++;
      return true;
    }

    /** A sign that stands for itself, or one behind a backslash. */
    private boolean one(boolean[] signs) {
      char c = sign();
      boolean escaped = c == '\\';
      at += escaped ? 2 : 1;
      char named = escaped && at <= pattern.length() ? pattern.charAt(at - 1) : c;
      if (!escaped || !Chars.isLetterOrDigit(named)) {
        signs[named & 0x7f] = true;
        return named < 0x80 && (escaped ? named != '\\' : OTHERS.indexOf(c) < 0);
      }
      for (char sign = 0; sign < signs.length; sign++) {
        signs[sign] |= Chars.isDigit(sign) || named == 'w' && Chars.isWord(sign);
      }
      return named == 'w' || named == 'd';
    }

    private boolean counted(boolean[] signs) {
      int least = 1;
      int most = 1;
      if (sign() == '{') {
        int close = pattern.indexOf('}', at);
        String[] counts = pattern.substring(at + 1, close).split(",");
        least = Integer.parseInt(counts[0]);
        most = Integer.parseInt(counts[counts.length - 1]);
        at = close + 1;
        boolean possessive = sign() == '+';
        at += possessive ? 1 : 0;
        if (counts.length == 2 && !possessive && at < pattern.length()) {
          return false;
        }
      }
      pieces.add(new Piece(signs, least, most));
      return at == pattern.length() || "?*+".indexOf(sign()) < 0;
    }
  }
}
