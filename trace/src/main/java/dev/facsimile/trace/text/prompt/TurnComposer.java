package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.text.prompt.Turn.Said;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the turns of conversations: a first prompt as {@link PromptComposer} writes it, and later
 * ones that repeat what was said, answers included, with a new text of the user that makes the
 * whole as long as planned. Counts are sums: of the turn before, of the answer as the template
 * takes it, of what a turn adds, and of the new text. Some are counted again whole, all once one
 * was wrong. Safe for use by several threads.
 */
public final class TurnComposer {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int TRIES = 24;

  private static final int TRIAL = 60;
  private static final int TRIAL_TURNS = 3;

  /** Characters of a text that tell how an answer joins it. */
  private static final int TAIL = 160;

  /** How a conversation is sent. */
  public enum Form {
    /** As chat messages. */
    MESSAGES,
    /** As one text, turns and answers one behind the other. */
    TEXT
  }

  private final PromptComposer composer;
  private final PromptVocabulary vocabulary;
  private final Form form;
  private final int turnTokens;
  private volatile boolean addsUp;

  /**
   * Turns of conversations.
   *
   * @param composer writes their texts and counts them
   */
  public TurnComposer(PromptComposer composer, Form form) {
    this.composer = composer;
    this.form = form;
    vocabulary = composer.vocabulary();
    turnTokens = form == Form.MESSAGES ? vocabulary.turnTokens() : 0;
    addsUp = vocabulary.addsUp() && trialAddsUp();
  }

  /** Whether the sums hold of a short conversation. */
  private boolean trialAddsUp() {
    Request request = Request.of("trial of turns", 0, 0, 0);
    int tokens = vocabulary.fewestTokens() + TRIAL;
    Turn turn =
        new Turn(
            Optional.empty(), request, tokens, Optional.of(composer.text(request, tokens)), tokens);
    for (int i = 1; i <= TRIAL_TURNS; i++) {
      History history = history(turn, new Said.MadeUp(TRIAL + i));
      Request own = Request.of(request.id() + i, 0, 0, 0);
      turn = turn(history, own, TRIAL, Optional.empty(), history.tokens() + TRIAL);
    }
    return count(turn) == turn.tokens();
  }

  /** Tokens that the template adds for another turn. */
  public int turnTokens() {
    return turnTokens;
  }

  /** Tokens of the shortest text that a user can say. */
  public int fewestText() {
    return form == Form.MESSAGES ? vocabulary.opening().wordTokens() : 1;
  }

  /** Tokens of the shortest answer and the shortest text behind it. */
  public int fewestAnswerAndText() {
    return 2 * fewestText();
  }

  /** A conversation's first turn, of {@code tokens} tokens. */
  public Turn first(Request request, int tokens) {
    ComposedPrompt prompt = composer.compose(request, tokens);
    boolean asItIs =
        !prompt.verified()
            || (tokens >= vocabulary.fewestTokens()
                && prompt.text().equals(composer.text(request, tokens)));
    return new Turn(
        Optional.empty(),
        request,
        tokens,
        asItIs ? Optional.empty() : Optional.of(prompt.text()),
        prompt.tokens());
  }

  /**
   * What a later turn begins with.
   *
   * @param before the turn before
   * @param answer the answer to it
   * @param answerTokens tokens of the answer, as part of the history
   * @param tokens tokens of all of it, with what the template adds for the turn to come
   */
  public record History(Turn before, Said answer, int answerTokens, int tokens) {}

  /** The history that a turn and its answer make. */
  public History history(Turn before, Said answer) {
    int answerTokens = answerTokens(before, text(before.request(), answer));
    return new History(before, answer, answerTokens, before.tokens() + answerTokens + turnTokens);
  }

  /**
   * The next turn, of {@code tokens} tokens in all; of one word more than its history where that
   * alone is longer.
   */
  public Turn next(History history, Request request, int tokens) {
    Request own = request.withBlocks(Optional.<BlockIds>empty());
    int least = fewestText();
    int room = Math.max(least, tokens - history.tokens());
    Turn turn = turn(history, own, room, Optional.empty(), history.tokens() + room);
    boolean whole = !addsUp || composer.isVerified(request, room);
    Turn sound = whole ? verified(turn, history, least) : turn;
    composer.tally(sound.tokens(), whole);
    return sound;
  }

  private static Turn turn(
      History history, Request own, int room, Optional<String> text, int tokens) {
    return new Turn(
        Optional.of(new Turn.Earlier(history.before(), history.answer())), own, room, text, tokens);
  }

  /** Counts a turn whole, and tries other lengths of its text until the count is as meant. */
  private Turn verified(Turn first, History history, int least) {
    int meant = first.tokens();
    int count = count(first);
    if (count == meant) {
      return first;
    }
    // An answer of the server's may be odd by itself; of words of ours, all are off.
    addsUp &= history.answer() instanceof Said.Real;
    Set<Integer> tried = new HashSet<>();
    int length = first.textTokens();
    Turn turn = first;
    for (int i = 0; i < TRIES && count != meant; i++) {
      tried.add(length);
      int next = Math.max(least, length + meant - count);
      while (tried.contains(next)) {
        next++;
      }
      length = next;
      turn = turn(history, first.request(), length, Optional.empty(), meant);
      count = count(turn);
    }
    composer.tallyOff(count == meant);
    return turn(history, first.request(), length, Optional.empty(), count);
  }

  /** Tokens of a whole prompt, counted as a server does. */
  public int count(Turn turn) {
    if (form == Form.TEXT) {
      return vocabulary.count(text(turn));
    }
    ArrayNode messages = messages(turn);
    if (vocabulary.counting() == Counting.CHAT) {
      return vocabulary.count(messages, Optional.empty());
    }
    int sum = vocabulary.overhead().of(messages);
    for (var message : messages) {
      sum += vocabulary.countWhole(message.path("content").textValue());
    }
    return sum;
  }

  /** Tokens that an answer has in the history behind a turn. */
  private int answerTokens(Turn before, String answer) {
    if (form == Form.TEXT) {
      String said = userText(before);
      String tail = said.substring(tailStart(said));
      Unit word = vocabulary.language(0).samples(1).get(0);
      return vocabulary.countWhole(tail + answer + word.text())
          - vocabulary.countWhole(tail)
          - word.tokens();
    }
    if (vocabulary.counting() == Counting.BARE) {
      return vocabulary.countWhole(answer);
    }
    String word = vocabulary.opening().word(0);
    ArrayNode messages = JSON.arrayNode();
    add(messages, "user", word);
    int alone = vocabulary.count(messages, Optional.empty());
    add(messages, "assistant", answer);
    add(messages, "user", word);
    return vocabulary.count(messages, Optional.empty())
        - alone
        - turnTokens
        - vocabulary.opening().wordTokens();
  }

  /** Where a text's last words begin. */
  private static int tailStart(String text) {
    int least = Math.max(0, text.length() - TAIL);
    for (int at = least; at < text.length(); at++) {
      if (Character.isWhitespace(text.charAt(at))) {
        return at;
      }
    }
    return least;
  }

  /** The conversation up to a turn, as chat messages. */
  public ArrayNode messages(Turn turn) {
    ArrayNode messages = JSON.arrayNode();
    for (Turn each : inOrder(turn)) {
      each.earlier()
          .ifPresent(
              before -> add(messages, "assistant", text(before.turn().request(), before.answer())));
      add(messages, "user", userText(each));
    }
    return messages;
  }

  /** The conversation up to a turn, as one text. */
  public String text(Turn turn) {
    StringBuilder text = new StringBuilder(turn.tokens() * 6 + 16);
    for (Turn each : inOrder(turn)) {
      each.earlier()
          .ifPresent(before -> text.append(text(before.turn().request(), before.answer())));
      text.append(userText(each));
    }
    return text.toString();
  }

  private static Deque<Turn> inOrder(Turn last) {
    Deque<Turn> turns = new ArrayDeque<>();
    turns.push(last);
    for (Optional<Turn.Earlier> at = last.earlier(); at.isPresent(); ) {
      turns.push(at.get().turn());
      at = at.get().turn().earlier();
    }
    return turns;
  }

  private static void add(ArrayNode messages, String role, String content) {
    messages.addObject().put("role", role).put("content", content);
  }

  private String userText(Turn turn) {
    return turn.text()
        .orElseGet(
            () ->
                turn.earlier().isEmpty()
                    ? composer.text(turn.request(), turn.textTokens())
                    : written(turn.request(), "turn", turn.textTokens()));
  }

  private String text(Request request, Said answer) {
    if (answer instanceof Said.Real real) {
      return real.text();
    }
    return written(request, "answer", ((Said.MadeUp) answer).tokens());
  }

  private String written(Request request, String part, int tokens) {
    return form == Form.MESSAGES
        ? composer.message(request, part, tokens)
        : composer.goingOn(request, part, tokens);
  }
}
