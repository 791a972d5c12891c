package dev.facsimile.trace.text;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Encodes texts that repeat each other's beginnings, as the prompts of a conversation do, and texts
 * of any length: a text is cut into pieces of some hundred characters, from its start on, and a
 * piece that was seen before is not encoded again. Exact: a text is cut only where the tokenizer's
 * own splitting never joins what stands before and behind ({@link SafeCuts}); of every hundredth
 * text that is cut, the beginning is encoded whole as well, to see that it is so. A tokenizer that
 * no safe cut is known for encodes every text whole.
 *
 * <p>The tokenizer's library needs some hundred bytes for each character that it is given at once.
 * So a piece that is long all the same is encoded while no other long one is, and is not kept.
 * Holds at most {@link #CAPACITY} bytes of pieces and their tokens, the latest used. Safe for use
 * by several threads.
 */
public final class CachedEncoder {
  private static final int PIECE = 256;
  private static final int LONG = 1 << 16;
  private static final long CAPACITY = 32L << 20;
  private static final int CHECK_EVERY = 100;
  private static final int CHECKED = 1 << 15;

  /** What a piece takes besides its characters and tokens: objects and the map's entry. */
  private static final int OVERHEAD = 160;

  private final Tokenizer tokenizer;
  private final SafeCuts cuts;
  private final boolean alike;
  private final AtomicLong texts = new AtomicLong();
  private final AtomicLong encodedCharacters = new AtomicLong();
  private final Map<String, int[]> pieces = new LinkedHashMap<>(1024, 0.75f, true);
  private final Object oneLongPiece = new Object();
  private long held;

  /** An encoder with an empty cache, for texts that repeat each other's beginnings. */
  public CachedEncoder(Tokenizer tokenizer) {
    this(tokenizer, false);
  }

  private CachedEncoder(Tokenizer tokenizer, boolean alike) {
    this.tokenizer = tokenizer;
    this.cuts = new SafeCuts(tokenizer);
    this.alike = alike;
  }

  /**
   * An encoder with an empty cache, for texts that stand anywhere within each other, such as a
   * message by itself and in its prompt: they are cut at the same places wherever they stand, into
   * shorter pieces.
   */
  public static CachedEncoder ofParts(Tokenizer tokenizer) {
    return new CachedEncoder(tokenizer, true);
  }

  /** Whether texts are cut into pieces at all. */
  public boolean cuts() {
    return !cuts.seams().isEmpty();
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
    List<String> cut = cut(text);
    int[][] ids = new int[cut.size()][];
    int length = 0;
    for (int i = 0; i < ids.length; i++) {
      ids[i] = piece(cut.get(i));
      length += ids[i].length;
    }
    if (ids.length > 1 && texts.getAndIncrement() % CHECK_EVERY == 0) {
      check(text, cut, ids);
    }
    return join(ids, length);
  }

  private List<String> cut(String text) {
    if (!cuts()) {
      return List.of(text);
    }
    return alike ? cuts.cutAlike(text) : cuts.cut(text, PIECE);
  }

  /** The number of tokens in {@code text}. */
  public int count(String text) {
    return encode(text).length;
  }

  /** Encodes the first pieces as one. */
  private void check(String text, List<String> cut, int[][] ids) {
    int pieceCount = 0;
    int characters = 0;
    int length = 0;
    while (pieceCount < ids.length
        && (pieceCount < 2 || characters + cut.get(pieceCount).length() <= CHECKED)) {
      characters += cut.get(pieceCount).length();
      length += ids[pieceCount++].length;
    }
    encodedCharacters.addAndGet(characters);
    long[] joined = join(Arrays.copyOf(ids, pieceCount), length);
    if (!Arrays.equals(joined, encodeAlone(text.substring(0, characters)))) {
      throw new IllegalStateException(
          "the tokenizer "
              + tokenizer.sha256()
              + " joins tokens where its trial said that it does not");
    }
  }

  private long[] encodeAlone(String text) {
    if (text.length() <= LONG) {
      return tokenizer.encode(text);
    }
    synchronized (oneLongPiece) {
      return tokenizer.encode(text);
    }
  }

  private int[] piece(String piece) {
    synchronized (pieces) {
      int[] known = pieces.get(piece);
      if (known != null) {
        return known;
      }
    }
    int[] ids = Arrays.stream(encodeAlone(piece)).mapToInt(Math::toIntExact).toArray();
    encodedCharacters.addAndGet(piece.length());
    if (piece.length() <= LONG) {
      keep(piece, ids);
    }
    return ids;
  }

  private void keep(String piece, int[] ids) {
    synchronized (pieces) {
      if (pieces.put(piece, ids) == null) {
        held += bytes(piece, ids);
      }
      var oldest = pieces.entrySet().iterator();
      while (held > CAPACITY && oldest.hasNext()) {
        Map.Entry<String, int[]> entry = oldest.next();
        held -= bytes(entry.getKey(), entry.getValue());
        oldest.remove();
      }
    }
  }

  private static long bytes(String piece, int[] ids) {
    return OVERHEAD + 2L * piece.length() + 4L * ids.length;
  }

  private static long[] join(int[][] ids, int length) {
    long[] whole = new long[length];
    int at = 0;
    for (int[] part : ids) {
      for (int id : part) {
        whole[at++] = id;
      }
    }
    return whole;
  }
}
