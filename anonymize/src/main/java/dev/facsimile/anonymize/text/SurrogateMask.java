package dev.facsimile.anonymize.text;

import dev.facsimile.trace.file.Json;
import java.util.Map;
import java.util.Optional;

/** Every text becomes a made-up one. */
final class SurrogateMask implements TextMask {
  private final TextNumbers numbers;
  private final SurrogateText surrogates;
  private final Remembered remembered;
  private final TextTally tally;
  private final int unit;

  SurrogateMask(
      TextNumbers numbers,
      SurrogateText surrogates,
      Remembered remembered,
      TextTally tally,
      int unit) {
    this.numbers = numbers;
    this.surrogates = surrogates;
    this.remembered = remembered;
    this.tally = tally;
    this.unit = unit;
  }

  @Override
  public String text(Slot slot) {
    tally.messages++;
    if (slot.text().isEmpty()) {
      tally.untouched++;
      return "";
    }
    tally.surrogates++;
    long around = slot.window().map(w -> PromptTokens.hash(w.before() + w.after())).orElse(0L);
    Remembered.Key key =
        new Remembered.Key(unit, slot.lastCode(), PromptTokens.hash(slot.text()) ^ around);
    Optional<String> known = remembered.get(key);
    if (known.isPresent()) {
      return known.get();
    }
    StableWords.Draw draw = numbers.draw(slot, unit);
    Optional<String> made = surrogates.of(slot, draw);
    if (made.isEmpty()) {
      tally.dropped("windows_without_fit");
    }
    String text = made.orElseGet(() -> surrogates.words(slot, slot.tokens(), draw));
    remembered.put(key, text);
    return text;
  }

  @Override
  public String padding(Slot slot, int tokens) {
    return surrogates.words(slot, tokens, numbers.draw(slot, unit));
  }

  @Override
  public String arguments(Slot slot, int tokens) {
    return Json.line(Map.of("text", padding(slot, tokens)));
  }

  @Override
  public Optional<String> kept(Slot slot) {
    return Optional.empty();
  }

  @Override
  public String toolName(String name) {
    return numbers.tool(name, unit);
  }

  @Override
  public void dropped(String what) {
    tally.dropped(what);
  }
}
