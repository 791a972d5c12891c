package dev.facsimile.trace.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Encodes texts that repeat each other's beginnings, as the prompts of a conversation do: a text is
 * cut into pieces of some hundred characters, from its start on, and a piece that was seen before
 * is not encoded again. Exact: a text is cut only at starts of lines where the tokenizer's own
 * splitting never joins what stands before and behind; whether that holds for a tokenizer is tried
 * on {@link #PROBES} when it is loaded, and again on every hundredth text that is cut. A tokenizer
 * that fails the trial, such as one without a pre-tokenizer, encodes every text whole.
 *
 * <p>Holds at most {@link #CAPACITY} characters of pieces and their tokens, the latest used. Safe
 * for use by several threads.
 */
public final class CachedEncoder {
  private static final int PIECE = 256;
  private static final long CAPACITY = 32L << 20;
  private static final int CHECK_EVERY = 100;

  private static final List<String> PROBES =
      List.of(
          "The first line.\nAnd a second one, shorter.\nthird",
          "def f(x):\n    return x\n\n\nclass A:\n\tpass\nend\r\nnext\n  indented\nx = 1\ny=2\n",
          "a\nb\nc\n\nd\n \ne\n1\nf\n2 3\ng,\nh!\ni's\nj\n'll\nk",
          "日本語の行。\n次の行\nÜber\nпривет\nмир\n한국어\nالعربية\n",
          "{\"a\": 1,\n\"b\": [1,\n2]}\ntrue\n<tool>\nname\n</tool>\n",
          "trailing  \nspaces\t\ntabs\nA1\nB2\nCamelCase\nx_y\nURL http://a.b/c\nEnd");

  private final Tokenizer tokenizer;
  private final boolean cuts;
  private final AtomicLong texts = new AtomicLong();
  private final AtomicLong encodedCharacters = new AtomicLong();
  private final Map<String, long[]> pieces = new LinkedHashMap<>(1024, 0.75f, true);
  private long held;

  /** An encoder with an empty cache. */
  public CachedEncoder(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.cuts = PROBES.stream().allMatch(probe -> sameInPieces(probe, 1));
  }

  /** Whether texts are cut into pieces at all. */
  public boolean cuts() {
    return cuts;
  }

  /** Characters that were really encoded so far, the rest came from the cache. */
  public long encodedCharacters() {
    return encodedCharacters.get();
  }

  /**
   * The token ids of {@code text}.
   *
   * @throws IllegalStateException if a text that was checked has other ids whole than in pieces
   */
  public long[] encode(String text) {
    List<String> cut = cuts ? cut(text, PIECE) : List.of(text);
    long[][] ids = new long[cut.size()][];
    int length = 0;
    for (int i = 0; i < ids.length; i++) {
      ids[i] = piece(cut.get(i));
      length += ids[i].length;
    }
    long[] whole = join(ids, length);
    if (ids.length > 1 && texts.getAndIncrement() % CHECK_EVERY == 0) {
      encodedCharacters.addAndGet(text.length());
      if (!Arrays.equals(whole, tokenizer.encode(text))) {
        throw new IllegalStateException(
            "the tokenizer "
                + tokenizer.sha256()
                + " joins tokens across a line start where its trial said that it does not");
      }
    }
    return whole;
  }

  private long[] piece(String piece) {
    synchronized (pieces) {
      long[] known = pieces.get(piece);
      if (known != null) {
        return known;
      }
    }
    long[] ids = tokenizer.encode(piece);
    encodedCharacters.addAndGet(piece.length());
    synchronized (pieces) {
      if (pieces.put(piece, ids) == null) {
        held += piece.length();
      }
      var oldest = pieces.entrySet().iterator();
      while (held > CAPACITY && oldest.hasNext()) {
        held -= oldest.next().getKey().length();
        oldest.remove();
      }
    }
    return ids;
  }

  private boolean sameInPieces(String text, int size) {
    List<String> cut = cut(text, size);
    long[][] ids = new long[cut.size()][];
    int length = 0;
    for (int i = 0; i < ids.length; i++) {
      ids[i] = tokenizer.encode(cut.get(i));
      length += ids[i].length;
    }
    return cut.size() > 1 && Arrays.equals(join(ids, length), tokenizer.encode(text));
  }

  private static long[] join(long[][] ids, int length) {
    if (ids.length == 1) {
      return ids[0];
    }
    long[] whole = new long[length];
    int at = 0;
    for (long[] part : ids) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }

  /**
   * Pieces of at least {@code size} characters, each but the first starting a line with something
   * visible, behind a line end that follows something visible.
   */
  static List<String> cut(String text, int size) {
    List<String> cut = new ArrayList<>();
    int start = 0;
    int at = size;
    while (at < text.length()) {
      int lineEnd = text.indexOf('\n', Math.max(at - 1, start + 1));
      if (lineEnd < 0 || lineEnd + 1 >= text.length()) {
        break;
      }
      at = lineEnd + 1;
      if (begins(text.charAt(at)) && !Character.isWhitespace(text.charAt(at - 2))) {
        cut.add(text.substring(start, at));
        start = at;
        at += size;
      } else {
        at++;
      }
    }
    cut.add(text.substring(start));
    return cut;
  }

  /** Whether a line may be cut off before this character: it is visible and stands for itself. */
  private static boolean begins(char c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.FORMAT,
          Character.CONTROL,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
