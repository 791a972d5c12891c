package dev.facsimile.cli;

import dev.facsimile.synth.model.Sharing;
import java.util.Locale;
import java.util.stream.Collectors;

/** What holds of a model that may be handed on, for a person. */
final class SharingText {
  private SharingText() {}

  static String of(Sharing sharing) {
    StringBuilder text = new StringBuilder("sharing      ");
    sharing
        .minCount()
        .ifPresent(
            count ->
                text.append(
                    String.format(
                        Locale.ROOT, "every number tells of %,d requests or more", count)));
    sharing.privacy().ifPresent(privacy -> text.append(of(privacy)));
    sharing
        .generalised()
        .forEach(sentence -> text.append(System.lineSeparator()).append("  - ").append(sentence));
    return text.toString();
  }

  private static String of(Sharing.Privacy privacy) {
    return String.format(
        Locale.ROOT,
        "differentially private, epsilon %s for each %s, all of it spent: %s",
        privacy.epsilon(),
        privacy.unit(),
        privacy.budget().stream()
            .map(spent -> String.format(Locale.ROOT, "%.3f on %s", spent.epsilon(), spent.on()))
            .collect(Collectors.joining(", ")));
  }
}
