package dev.facsimile.anonymize.text;

import dev.facsimile.trace.file.Json;
import java.util.Map;
import java.util.Optional;

/** Every text becomes a made-up one. */
final class SurrogateMask implements TextMask {
  private final TextSeeds seeds;
  private final SurrogateText surrogates;
  private final Remembered remembered;
  private final TextTally tally;
  private final long unit;

  SurrogateMask(
      TextSeeds seeds,
      SurrogateText surrogates,
      Remembered remembered,
      TextTally tally,
      long unit) {
    this.seeds = seeds;
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
    Optional<Remembered.MadeUp> known = remembered.get(key);
    Remembered.MadeUp made = known.orElseGet(() -> madeUp(slot));
    if (known.isEmpty()) {
      remembered.put(key, made);
    }
    if (!made.fits()) {
      tally.dropped("windows_without_fit");
    }
    return made.text();
  }

  private Remembered.MadeUp madeUp(Slot slot) {
    StableWords.Draw draw = seeds.draw(slot, unit);
    return surrogates
        .of(slot, draw)
        .map(text -> new Remembered.MadeUp(text, true))
        .orElseGet(() -> new Remembered.MadeUp(surrogates.words(slot, slot.tokens(), draw), false));
  }

  @Override
  public String padding(Slot slot, int tokens) {
    return surrogates.words(slot, tokens, seeds.draw(slot, unit));
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
    return seeds.tool(name, unit);
  }

  @Override
  public void dropped(String what) {
    tally.dropped(what);
  }
}
