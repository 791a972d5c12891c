package dev.facsimile.anonymize.text;

import java.util.Optional;

/** Learns what there is and writes nothing. */
final class LearningMask implements TextMask {
  private final TextNumbers numbers;
  private final int unit;

  LearningMask(TextNumbers numbers, int unit) {
    this.numbers = numbers;
    this.unit = unit;
  }

  @Override
  public String text(Slot slot) {
    numbers.add(slot, unit);
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
    numbers.add(slot, unit);
    return Optional.empty();
  }

  @Override
  public String toolName(String name) {
    numbers.addTool(name, unit);
    return "";
  }

  @Override
  public void dropped(String what) {
    // Counted when it is written.
  }
}
