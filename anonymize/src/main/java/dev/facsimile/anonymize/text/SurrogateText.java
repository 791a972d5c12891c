package dev.facsimile.anonymize.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes made-up texts that have the token count of an original, for themselves and where they
 * stand in the prompt. Words alone nearly always do. Where the original's ends join the marks
 * around it, such as a line end before a line end, white space and then punctuation at the ends are
 * taken over, and nothing else is.
 */
final class SurrogateText {
  private static final int TRIES = 12;
  private static final int MOST_SHELL = 8;

  /** Marks that chat templates look for inside texts. */
  private static final Pattern MARKS = Pattern.compile("</?(?:think|tool_call|tool_response)>");

  private static final Pattern LEAD_SPACE = Pattern.compile("\\A\\s*");
  private static final Pattern LEAD_MARKS = Pattern.compile("\\A[\\s\\p{Punct}]*");
  private static final Pattern TRAIL_SPACE = Pattern.compile("(?<!\\s)\\s*\\z");
  private static final Pattern TRAIL_MARKS =
      Pattern.compile("(?<![\\s\\p{Punct}])[\\s\\p{Punct}]*\\z");

  private final StableWords words;
  private final PromptTokens.Reader reader;

  SurrogateText(StableWords words, PromptTokens.Reader reader) {
    this.words = words;
    this.reader = reader;
  }

  /** A text of that many tokens. */
  String words(Slot slot, int tokens, StableWords.Draw draw) {
    return words.text(slot.layout(), tokens, draw);
  }

  /** A text in the place of the slot's; absent if no try has the same counts. */
  Optional<String> of(Slot slot, StableWords.Draw draw) {
    String text = slot.text();
    if (text.isEmpty()) {
      return Optional.of("");
    }
    if (!MARKS.matcher(text).find()) {
      for (int more : words.starts()) {
        String plain = words.text(slot.layout(), slot.tokens(), draw, more);
        if (fits(slot, plain)) {
          return Optional.of(plain);
        }
      }
    }
    if (text.isBlank()) {
      return Optional.of(text);
    }
    for (Ends ends : Ends.ALL) {
      for (int more : words.starts()) {
        Optional<String> found = framed(slot, draw, pieces(text, ends), more);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** What of an end is taken over. */
  private enum End {
    NOTHING,
    SPACE,
    MARKS;

    int of(Pattern shell, String text) {
      Matcher matcher = shell.matcher(text);
      int length = this == NOTHING || !matcher.find() ? 0 : matcher.group().length();
      // A long run of marks may be a drawing.
      return length > MOST_SHELL ? 0 : length;
    }
  }

  /** What of both ends is taken over; the start last, since texts share their starts. */
  private record Ends(End lead, End trail) {
    static final List<Ends> ALL =
        Stream.of(End.values())
            .flatMap(lead -> Stream.of(End.values()).map(trail -> new Ends(lead, trail)))
            .toList();

    Pattern leading() {
      return lead == End.MARKS ? LEAD_MARKS : LEAD_SPACE;
    }

    Pattern trailing() {
      return trail == End.MARKS ? TRAIL_MARKS : TRAIL_SPACE;
    }
  }

  private boolean fits(Slot slot, String made) {
    return reader.count(made) == slot.tokens()
        && (slot.window().isEmpty()
            || reader.count(slot.window().get().with(made))
                == reader.count(slot.window().get().with(slot.text())));
  }

  /** A stretch of an original: taken over, or replaced by words. */
  private record Piece(String text, boolean kept) {}

  /** Cuts a text at the marks, and what is between them into ends and middle. */
  private static List<Piece> pieces(String text, Ends ends) {
    List<Piece> pieces = new ArrayList<>();
    Matcher marks = MARKS.matcher(text);
    Ends inner = new Ends(End.SPACE, End.SPACE);
    int from = 0;
    while (marks.find()) {
      Ends here = from == 0 ? new Ends(ends.lead(), inner.trail()) : inner;
      addBetween(text.substring(from, marks.start()), here, pieces);
      pieces.add(new Piece(marks.group(), true));
      from = marks.end();
    }
    Ends here = from == 0 ? ends : new Ends(inner.lead(), ends.trail());
    addBetween(text.substring(from), here, pieces);
    return pieces;
  }

  private static void addBetween(String text, Ends ends, List<Piece> pieces) {
    if (text.isBlank()) {
      pieces.add(new Piece(text, true));
      return;
    }
    int lead = ends.lead().of(ends.leading(), text);
    int trail = ends.trail().of(ends.trailing(), text);
    boolean all = lead + trail >= text.length();
    int from = all ? 0 : lead;
    int to = all ? text.length() : text.length() - trail;
    pieces.add(new Piece(text.substring(0, from), true));
    pieces.add(new Piece(text.substring(from, to), false));
    pieces.add(new Piece(text.substring(to), true));
  }

  /** Tries numbers of words for the longest middle until the whole has the count. */
  private Optional<String> framed(Slot slot, StableWords.Draw draw, List<Piece> pieces, int more) {
    int[] tokens = new int[pieces.size()];
    int longest = -1;
    for (int i = 0; i < tokens.length; i++) {
      Piece piece = pieces.get(i);
      tokens[i] = piece.text().isEmpty() ? 0 : reader.count(piece.text());
      if (!piece.kept() && (longest < 0 || tokens[i] > tokens[longest])) {
        longest = i;
      }
    }
    for (int i = 0; i < TRIES && longest >= 0 && tokens[longest] >= 0; i++) {
      String made = joined(slot, draw, pieces, tokens, more);
      if (fits(slot, made)) {
        return Optional.of(made);
      }
      int off = slot.tokens() - reader.count(made);
      // Only the window does not fit: no number of words changes that.
      if (off == 0) {
        return Optional.empty();
      }
      tokens[longest] += off;
    }
    return Optional.empty();
  }

  private String joined(
      Slot slot, StableWords.Draw draw, List<Piece> pieces, int[] tokens, int more) {
    StringBuilder made = new StringBuilder();
    int position = 0;
    for (int i = 0; i < tokens.length; i++) {
      Piece piece = pieces.get(i);
      int at = position;
      made.append(
          piece.kept()
              ? piece.text()
              : words.text(
                  slot.layout().from(at),
                  tokens[i],
                  p -> draw.at(at + p),
                  made.isEmpty() ? more : 0));
      position += tokens[i];
    }
    return made.toString();
  }
}
