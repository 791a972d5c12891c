package dev.facsimile.trace.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Where texts may be cut so that a tokenizer gives the pieces the ids of the whole. A kind of seam
 * is taken if the tokenizer gives the ids of the whole for {@link #PROBES} cut at every such seam,
 * and none of its added tokens, which it finds before it splits a text, has such a seam within or
 * swallows the space around it. A tokenizer without a pre-tokenizer passes for no kind.
 */
final class SafeCuts {
  /** How far a line's end is looked for before another seam is taken. */
  private static final int LINE = 1024;

  /**
   * Shortest piece, and the length from which the next seam is taken, where texts are cut alike.
   */
  private static final int LEAST = 32;

  private static final int MOST = 1024;

  /**
   * One place in so many is chosen by the four characters before it; one in six or so is a seam.
   */
  private static final int CHOSEN_BITS = 4;

  private static final List<String> PROBES =
      List.of(
          "The first line.\nAnd a second one, shorter.\nthird",
          "def f(x):\n    return x\n\n\nclass A:\n\tpass\nend\r\nnext\n  indented\nx = 1\ny=2\n",
          "a\nb\nc\n\nd\n \ne\n1\nf\n2 3\ng,\nh!\ni's\nj\n'll\nk",
          "日本語の行。\n次の行\nÜber\nпривет\nмир\n한국어\nالعربية\n",
          "{\"a\": 1,\n\"b\": [1,\n2]}\ntrue\n<tool>\nname\n</tool>\n",
          "trailing  \nspaces\t\ntabs\nA1\nB2\nCamelCase\nx_y\nURL http://a.b/c\nEnd",
          "the quick brown fox can't jump, we'll see over  the lazy dog I'm a b c New York it's",
          "Größe über ЖЗИ привет мир 日本 語 한국 어 العربية لغة é è ǅ x ª º",
          "one,two.three;four:five!six?seven, eight. Nine;Ten a,b,c.d A.B.C e.g.x,y's,t",
          "的一是在，不了有和人。这中大、为上个国；我以要：他时来！用们？生到作",
          "a1b2c3 abc123def4567 A9Z0 x12345678y QmFzZTY0IGlzIGEgYmluYXJ5LXRvLXRleHQ5 v1.2 3a b4");

  private final Tokenizer tokenizer;
  private final Set<Seam> seams = EnumSet.noneOf(Seam.class);
  private final List<AddedToken> swallowing;

  SafeCuts(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.swallowing =
        tokenizer.addedTokens().stream()
            .filter(token -> token.swallowsBefore() || token.swallowsBehind())
            .toList();
    for (Seam seam : Seam.values()) {
      if (keepsAddedTokensWhole(seam) && isSafeInProbes(seam)) {
        seams.add(seam);
      }
    }
  }

  /** The kinds of seams at which texts are cut; none for a tokenizer that needs them whole. */
  Set<Seam> seams() {
    return Set.copyOf(seams);
  }

  /**
   * Pieces of at least {@code size} characters: cut at the next line's end, or, if that is far, at
   * the next seam of any kind.
   */
  List<String> cut(String text, int size) {
    List<String> cut = new ArrayList<>();
    int start = 0;
    for (int at = next(text, size); at < text.length(); at = next(text, start + size)) {
      cut.add(text.substring(start, at));
      start = at;
    }
    cut.add(text.substring(start));
    return cut;
  }

  /**
   * Pieces of a hundred characters or so, cut at seams that the four characters before them choose
   * (content-defined chunking: Muthitacharoen et al. 2001, "A low-bandwidth network file system").
   * So a text that stands within another is cut at the same places there, but near its ends.
   */
  List<String> cutAlike(String text) {
    List<String> cut = new ArrayList<>();
    int start = 0;
    int before = 0;
    for (int at = 0; at < text.length(); at++) {
      boolean chosen = before * 0x9E3779B1 >>> Integer.SIZE - CHOSEN_BITS == 0;
      if (at - start >= LEAST && (chosen || at - start >= MOST) && isSeam(text, at)) {
        cut.add(text.substring(start, at));
        start = at;
      }
      before = before << Byte.SIZE | text.charAt(at) & 0xff;
    }
    cut.add(text.substring(start));
    return cut;
  }

  private boolean isSeam(String text, int at) {
    for (Seam seam : seams) {
      if (seam.isAt(text, at)) {
        return !isSwallowed(text, at);
      }
    }
    return false;
  }

  /** Where the first seam from {@code from} on is; the text's length if there is none. */
  private int next(String text, int from) {
    int other = text.length();
    for (int at = Math.max(1, from); at < text.length(); at++) {
      if (seams.contains(Seam.LINE) && Seam.LINE.isAt(text, at) && !isSwallowed(text, at)) {
        return at;
      }
      if (other == text.length() && isOther(text, at) && !isSwallowed(text, at)) {
        other = at;
      }
      if (other < text.length() && at - from >= LINE) {
        return other;
      }
    }
    return other;
  }

  private boolean isOther(String text, int at) {
    for (Seam seam : seams) {
      if (seam != Seam.LINE && seam.isAt(text, at)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an added token takes the space before or behind it for its own. */
  private boolean isSwallowed(String text, int at) {
    for (AddedToken token : swallowing) {
      String content = token.content();
      if ((token.swallowsBefore() && text.startsWith(content, at))
          || (token.swallowsBehind()
              && (text.startsWith(content, at - content.length())
                  || text.startsWith(content, at - 1 - content.length())))) {
        return true;
      }
    }
    return false;
  }

  private boolean keepsAddedTokensWhole(Seam seam) {
    for (AddedToken token : tokenizer.addedTokens()) {
      String around = "x" + token.content() + "x";
      for (int at = 2; at < around.length() - 1; at++) {
        if (seam.isAt(around, at)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isSafeInProbes(Seam seam) {
    boolean cut = false;
    for (String probe : PROBES) {
      List<String> pieces = new ArrayList<>();
      int start = 0;
      for (int at = 1; at < probe.length(); at++) {
        if (seam.isAt(probe, at)) {
          pieces.add(probe.substring(start, at));
          start = at;
        }
      }
      pieces.add(probe.substring(start));
      cut |= pieces.size() > 1;
      if (!sameAsWhole(probe, pieces)) {
        return false;
      }
    }
    return cut;
  }

  private boolean sameAsWhole(String text, List<String> pieces) {
    long[] joined =
        pieces.stream().flatMapToLong(p -> Arrays.stream(tokenizer.encode(p))).toArray();
    return Arrays.equals(joined, tokenizer.encode(text));
  }
}
