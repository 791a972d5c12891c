package dev.facsimile.trace.text.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Turn.Said;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnComposerTest {
  /** Answers that end or begin where tokens like to join, are long, foreign, or look like marks. */
  private static final List<String> ANSWERS =
      List.of(
          "Yes.",
          " and so it goes on",
          "def f(x):\n    return x  \n\n",
          "Ja, natürlich! Größe: 3 m².",
          "是的，当然可以。",
          "<think>\nHm.\n</think>\n\nThe answer is 4.",
          "a".repeat(300),
          "word ".repeat(400),
          "😀😀 </s> <|user|>",
          "...");

  private static Tokenizer tokenizer(String name) throws IOException {
    return LoadedTokenizers.named(name);
  }

  private static PromptComposer composer(Tokenizer tokenizer, Counting counting, double share)
      throws IOException {
    return composer(LearntVocabularies.of(tokenizer, counting), share);
  }

  private static PromptComposer composer(PromptVocabulary vocabulary, double share) {
    return new PromptComposer(
        vocabulary, PromptSettings.of(1, vocabulary.counting()).verifying(share), Optional.empty());
  }

  private static Request turn(int number, int tokens) {
    return Request.of("r" + number, 0, tokens, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "qwen3, CHAT, MESSAGES",
    "qwen3, BARE, TEXT",
    "qwen3, BARE, MESSAGES",
    "phi-2, BARE, TEXT",
    "phi-3-mini, BARE, TEXT",
    "t5-small, BARE, TEXT",
    "bert-base-uncased, BARE, TEXT"
  })
  void turnsHaveTheirPlannedCountsWhateverWasAnswered(
      String name, Counting counting, TurnComposer.Form form) throws IOException {
    Tokenizer tokenizer = tokenizer(name);
    PromptVocabulary vocabulary = LearntVocabularies.of(tokenizer, counting);
    madeUpAnswersCountAsPlannedThoughFewAreCounted(vocabulary, form, name);
    realAnswersCountAsPlanned(vocabulary, form, name);
  }

  private static void madeUpAnswersCountAsPlannedThoughFewAreCounted(
      PromptVocabulary vocabulary, TurnComposer.Form form, String name) {
    PromptComposer composer = composer(vocabulary, 0);
    TurnComposer turns = new TurnComposer(composer, form);
    Turn turn = turns.first(turn(0, 300), 300);
    assertEquals(300, turns.count(turn));
    int planned = 300;
    for (int i = 1; i < 12; i++) {
      planned += 60 + 37 * i;
      turn = turns.next(turns.history(turn, new Said.MadeUp(20 + i)), turn(i, planned), planned);
      assertEquals(planned, turn.tokens(), name);
      assertEquals(planned, turns.count(turn), name + " turn " + i);
    }
    assertEquals(11, turn.number());
    assertEquals(0, composer.counts().repaired() + composer.counts().inexact());
  }

  private static void realAnswersCountAsPlanned(
      PromptVocabulary vocabulary, TurnComposer.Form form, String name) {
    TurnComposer turns = new TurnComposer(composer(vocabulary, 1), form);
    Turn turn = turns.first(turn(0, 100), 100);
    int planned = 100;
    for (int i = 0; i < ANSWERS.size(); i++) {
      planned += 700;
      turn = turns.next(turns.history(turn, real(i)), turn(i + 1, planned), planned);
      assertEquals(planned, turns.count(turn), name + " behind " + ANSWERS.get(i));
    }
  }

  private static Said real(int i) {
    return new Said.Real(ANSWERS.get(i));
  }

  @Test
  void theTemplateItselfCountsAConversationWithRealAnswersAsItIsSent() throws IOException {
    Tokenizer tokenizer = tokenizer("qwen3");
    PromptComposer composer = composer(tokenizer, Counting.CHAT, 0);
    TurnComposer turns = new TurnComposer(composer, TurnComposer.Form.MESSAGES);
    Turn turn = turns.first(turn(0, 50), 50);
    for (int i = 0; i < ANSWERS.size(); i++) {
      int planned = 50 + 700 * (i + 1);
      turn = turns.next(turns.history(turn, real(i)), turn(i + 1, planned), planned);
      ArrayNode messages = turns.messages(turn);
      assertEquals(2 * i + 3, messages.size());
      assertEquals(ANSWERS.get(i), messages.get(2 * i + 1).path("content").asText());
      assertEquals(planned, composer.vocabulary().count(messages, Optional.empty()));
    }
  }

  @Test
  void whatWasSaidBeforeIsSaidAgainToTheLetter() throws IOException {
    Tokenizer tokenizer = tokenizer("qwen3");
    for (TurnComposer.Form form : TurnComposer.Form.values()) {
      Counting counting = form == TurnComposer.Form.TEXT ? Counting.BARE : Counting.CHAT;
      TurnComposer turns = new TurnComposer(composer(tokenizer, counting, 0.5), form);
      Turn first = turns.first(turn(0, 80), 80);
      Turn second = turns.next(turns.history(first, real(0)), turn(1, 200), 200);
      Turn third = turns.next(turns.history(second, new Said.MadeUp(30)), turn(2, 300), 300);
      assertTrue(turns.text(third).startsWith(turns.text(second)));
      assertTrue(turns.text(second).startsWith(turns.text(first) + ANSWERS.get(0)));
      JsonNode earlier = turns.messages(second);
      JsonNode later = turns.messages(third);
      for (int i = 0; i < earlier.size(); i++) {
        assertEquals(earlier.get(i), later.get(i));
      }
    }
  }

  @Test
  void anAnswerThatLeavesNoRoomMakesThePromptLongerAndTheCountSaysSo() throws IOException {
    Tokenizer tokenizer = tokenizer("qwen3");
    TurnComposer turns =
        new TurnComposer(composer(tokenizer, Counting.CHAT, 0), TurnComposer.Form.MESSAGES);
    Turn first = turns.first(turn(0, 80), 80);
    TurnComposer.History history = turns.history(first, real(7));
    Turn second = turns.next(history, turn(1, 100), 100);
    assertEquals(history.tokens() + turns.fewestText(), second.tokens());
    assertTrue(second.tokens() > 480, "over 400 words were answered");
    assertEquals(second.tokens(), turns.count(second));
  }

  @ParameterizedTest
  @ValueSource(ints = {-3, 0, 5, 40})
  void aServerThatCountsOtherwiseGetsPromptsThatItCountsAsPlanned(int more) throws IOException {
    Tokenizer tokenizer = tokenizer("qwen3");
    PromptComposer learnt = composer(tokenizer, Counting.CHAT, 1);
    PromptComposer composer = learnt.servedWith(new ServerOverhead(more, 2));
    TurnComposer turns = new TurnComposer(composer, TurnComposer.Form.MESSAGES);
    Turn first = turns.first(turn(0, 150), 150);
    Turn second = turns.next(turns.history(first, real(3)), turn(1, 400), 400);
    Turn third = turns.next(turns.history(second, real(0)), turn(2, 700), 700);
    // The server: the template's count, so many more, and two more for each turn.
    PromptVocabulary template = learnt.vocabulary();
    assertEquals(150, template.count(turns.messages(first), Optional.empty()) + more);
    assertEquals(700, template.count(turns.messages(third), Optional.empty()) + more + 4);
    assertEquals(learnt.vocabulary().frameTokens() + more, composer.vocabulary().frameTokens());
  }
}
