package dev.facsimile.cli;

import dev.facsimile.replay.prompt.Prompting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptCounts;
import dev.facsimile.trace.text.prompt.PromptVocabulary;

/** How prompts came out, in words. */
final class PromptReport {
  private PromptReport() {}

  /** Lines for people of a replay's prompts; none where nothing is to be told. */
  static String of(Prompting prompting) {
    StringBuilder text = new StringBuilder();
    prompting.composer().map(PromptReport::of).ifPresent(text::append);
    prompting
        .found()
        .forEach(
            sentence -> text.append("prompts: ").append(sentence).append(System.lineSeparator()));
    return text.toString();
  }

  /** Lines for people, each with its end. */
  static String of(PromptComposer composer) {
    PromptCounts counts = composer.counts();
    PromptVocabulary vocabulary = composer.vocabulary();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "prompts: %,d of %,d tokens (%s%s), %,d counted again whole%n",
            counts.prompts(),
            counts.tokens(),
            vocabulary.counting().word(),
            vocabulary.frameTokens() > 0
                ? ", " + vocabulary.frameTokens() + " of each the chat template's"
                : "",
            counts.verified()));
    if (counts.repaired() > 0) {
      text.append(
          String.format(
              "note: %,d of them needed another end; %s%n",
              counts.repaired(),
              composer.verifiedShare() < 1
                  ? "others may be off, --verify-prompts 1 counts all"
                  : "all are exact now"));
    }
    if (counts.inexact() > 0) {
      text.append(
          String.format(
              "warning: %,d prompts have another count than planned%n", counts.inexact()));
    }
    if (counts.tooShort() > 0) {
      text.append(
          String.format(
              "warning: %,d prompts were planned shorter than the %d tokens that the chat template"
                  + " and one word take; they are as short as can be%n",
              counts.tooShort(), vocabulary.fewestTokens()));
    }
    return text.toString();
  }
}
