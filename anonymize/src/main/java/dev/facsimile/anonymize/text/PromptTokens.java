package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.CachedEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One prompt with its answer in tokens: gives the texts of its messages as {@link Slot}s. Made for
 * one row and dropped.
 */
final class PromptTokens {
  private static final int AROUND = 48;

  private final Reader reader;
  private final ChatForm.Prompt prompt;
  private final int promptTokens;

  /** The chain before each token: entry n tells of the first n tokens. */
  private long[] chain;

  private int last;

  /** Whether texts are counted; otherwise all slots are empty. */
  private final boolean counts;

  private PromptTokens(Reader reader, ChatForm.Prompt prompt, long[] tokens, boolean counts) {
    this.counts = counts;
    this.reader = reader;
    this.prompt = prompt;
    this.promptTokens = tokens.length;
    chain = new long[1];
    extend(tokens);
  }

  /**
   * Reads prompts. Holds at most {@value #REMEMBERED} counts, and what {@link TextTokens} holds.
   */
  static final class Reader {
    private static final int REMEMBERED = 1 << 18;

    private final ChatForm form;
    private final CachedEncoder encoder;
    private final int blockTokens;
    private final Map<Long, Integer> counts =
        new LinkedHashMap<>(1024, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > REMEMBERED;
          }
        };

    Reader(TextTokens tokens, int blockTokens) {
      form = new ChatForm(tokens.tokenizer().chatTemplate());
      encoder = tokens.encoder();
      this.blockTokens = blockTokens;
    }

    ChatForm form() {
      return form;
    }

    PromptTokens read(JsonNode content) {
      ChatForm.Prompt prompt = form.prompt(content);
      return new PromptTokens(this, prompt, encoder.encode(prompt.text()), true);
    }

    /** A prompt none of whose texts are looked at: all its slots are empty. */
    PromptTokens unread() {
      return new PromptTokens(this, new ChatForm.Prompt("", true, Map.of()), new long[0], false);
    }

    long[] encode(String text) {
      return encoder.encode(text);
    }

    /** Tokens of a text, for itself. */
    int count(String text) {
      return text.isEmpty() ? 0 : counts.computeIfAbsent(hash(text), h -> length(text));
    }

    private int length(String text) {
      return encoder.encode(text).length;
    }

    int blockTokens() {
      return blockTokens;
    }
  }

  /** A 64-bit code of a text; the texts of one release hardly ever share one. */
  static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return SeededStreams.mix(hash);
  }

  ChatForm.Prompt prompt() {
    return prompt;
  }

  /** Tokens of the prompt. */
  int tokens() {
    return promptTokens;
  }

  private void extend(long[] tokens) {
    int from = chain.length - 1;
    chain = Arrays.copyOf(chain, chain.length + tokens.length);
    for (int i = 0; i < tokens.length; i++) {
      chain[from + i + 1] = SeededStreams.mix(chain[from + i] ^ SeededStreams.mix(tokens[i]));
    }
  }

  /** The texts of a message's content, which the prompt may have word for word. */
  List<Slot> contents(int message, List<String> texts) {
    List<Slot> slots = new ArrayList<>();
    Integer at = prompt.starts().get(message);
    for (String text : texts) {
      Optional<Place> place = at == null ? Optional.empty() : place(text, at);
      slots.add(place.map(found -> slot(text, found)).orElseGet(() -> elsewhere(text)));
      at = place.map(found -> next(found.end())).orElse(null);
    }
    return slots;
  }

  /** Where a text stands in the prompt. */
  private record Place(int begin, int end, boolean trimmed) {}

  /** Looks for {@code text} where its first visible character may be. */
  private Optional<Place> place(String text, int at) {
    int lead = ChatForm.leadingSpace(text);
    String all = prompt.text();
    if (text.isBlank()) {
      return Optional.empty();
    }
    if (at >= lead && all.startsWith(text, at - lead)) {
      return Optional.of(new Place(at - lead, at - lead + text.length(), false));
    }
    String strict = text.strip();
    return all.startsWith(strict, at)
        ? Optional.of(new Place(at, at + strict.length(), true))
        : Optional.empty();
  }

  /** Parts of one message follow each other, or a line end comes between them. */
  private Integer next(int end) {
    int at = end;
    while (at < prompt.text().length() && Character.isWhitespace(prompt.text().charAt(at))) {
      at++;
    }
    return at;
  }

  private Slot slot(String text, Place place) {
    String all = prompt.text();
    Slot.Window window =
        new Slot.Window(
            all.substring(Math.max(0, place.begin() - AROUND), place.begin()),
            all.substring(place.end(), Math.min(all.length(), place.end() + AROUND)),
            place.trimmed());
    return at(text, reader.count(all.substring(0, place.begin())), Optional.of(window));
  }

  /** The answer's text, which follows the prompt. */
  Slot answer(String text) {
    if (!counts) {
      return Slot.EMPTY;
    }
    int start = chain.length - 1;
    extend(reader.encoder.encode(text));
    return at(text, start, Optional.empty());
  }

  private Slot at(String text, int start, Optional<Slot.Window> window) {
    int tokens = reader.count(text);
    int block = reader.blockTokens();
    List<Integer> ends = new ArrayList<>();
    for (int end = (start / block + 1) * block; end < start + tokens; end += block) {
      ends.add(end - start);
    }
    ends.add(tokens);
    long[] codes = new long[ends.size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = code(start + ends.get(i), text);
    }
    last = Math.min(start + tokens, chain.length - 1);
    return new Slot(
        text,
        tokens,
        new StableWords.Layout(start, block),
        ends.stream().mapToInt(Integer::intValue).toArray(),
        codes,
        window);
  }

  private long code(int position, String text) {
    return position < chain.length
        ? chain[position]
        : SeededStreams.mix(chain[chain.length - 1] ^ hash(text));
  }

  /** A text that the prompt has in another form, or not at all: one chunk. */
  Slot elsewhere(String text) {
    if (!counts) {
      return Slot.EMPTY;
    }
    int tokens = reader.count(text);
    long code = SeededStreams.mix(chain[last] ^ hash(text));
    return new Slot(
        text,
        tokens,
        new StableWords.Layout(last, reader.blockTokens()),
        new int[] {tokens},
        new long[] {code},
        Optional.empty());
  }
}
