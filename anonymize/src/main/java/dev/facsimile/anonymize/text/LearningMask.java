package dev.facsimile.anonymize.text;

import java.util.Optional;

/** Learns what there is and writes nothing. */
final class LearningMask implements TextMask {
  private final SeenTexts seen;

  LearningMask(SeenTexts seen) {
    this.seen = seen;
  }

  @Override
  public String text(Slot slot) {
    for (long code : slot.codes()) {
      seen.chunk(code);
    }
    return "";
  }

  @Override
  public String padding(Slot slot, int tokens) {
    return text(slot);
  }

  @Override
  public String arguments(Slot slot, int tokens) {
    return text(slot);
  }

  @Override
  public Optional<String> kept(Slot slot) {
    text(slot);
    return Optional.empty();
  }

  @Override
  public String toolName(String name) {
    seen.tool(name);
    return "";
  }

  @Override
  public void dropped(String what) {
    // Counted when it is written.
  }
}
