package dev.facsimile.cli;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptLanguage;
import dev.facsimile.trace.text.prompt.PromptSettings;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How prompts are written: the options of every command that writes prompts. */
final class PromptOptions {

  /** What is counted, as a word. */
  enum Count {
    BARE,
    CHAT
  }

  @Option(
      names = "--tokenizer",
      paramLabel = "DIR|FILE",
      description =
          "The served model's tokenizer.json, or its folder: prompts have exactly the planned"
              + " number of its tokens.")
  private Optional<Path> tokenizer;

  @Option(
      names = "--count",
      paramLabel = "bare|chat",
      description =
          "What the planned length counts: chat, the prompt with the chat template's tokens; bare,"
              + " the text alone.")
  private Optional<Count> count;

  @Option(
      names = "--prompt-language",
      split = ",",
      defaultValue = "en",
      paramLabel = "LANGUAGE",
      description =
          "Languages of the text, by block: en, de, fr, es, pt, it, ru, ko, zh, ja, code; en unless"
              + " given.")
  private List<String> languages;

  @Option(
      names = "--prompt-seed",
      paramLabel = "N",
      description = "Seed of the words; the workload's own unless given.")
  private Optional<Long> seed;

  @Option(
      names = "--prompt-salt",
      paramLabel = "TEXT",
      description =
          "Put words made of this at the front of every prompt, so that the server has none of its"
              + " prefixes from a run with another salt.")
  private Optional<String> salt;

  @Option(
      names = "--prompt-cold",
      description = "Begin every prompt with words of its own, so that no two share a prefix.")
  private boolean cold;

  @Option(names = "--tenant-salt", description = "Give tenants different text for the same block.")
  private boolean tenantSalt;

  @Option(
      names = "--verify-prompts",
      paramLabel = "SHARE",
      defaultValue = "0.01",
      description = "Share of the prompts that are counted again whole; 0.01 unless given.")
  private double verified;

  /** Whether a tokenizer is given. */
  boolean given() {
    return tokenizer.isPresent();
  }

  /** The tokenizer that is given. */
  Optional<Path> tokenizer() {
    return tokenizer;
  }

  /** What was asked to be counted. */
  Optional<Counting> count() {
    return count.map(asked -> Counting.valueOf(asked.name()));
  }

  /**
   * Writes a workload's prompts.
   *
   * @param byDefault what is counted unless asked; of a tokenizer without a chat template, the bare
   *     text
   */
  PromptComposer composer(Tokenizer loaded, WorkloadHeader header, Counting byDefault)
      throws IOException {
    Counting counting =
        count().orElse(loaded.chatTemplate().isPresent() ? byDefault : Counting.BARE);
    List<PromptLanguage> chosen = languages();
    PromptSettings settings =
        new PromptSettings(
            seed.or(header::seed).orElse(0L), chosen, counting, salt, cold, tenantSalt, share());
    return new PromptComposer(
        PromptVocabulary.learn(loaded, counting, chosen), settings, header.blocks());
  }

  private double share() {
    if (!(verified >= 0 && verified <= 1)) {
      throw new InputException("--verify-prompts is " + verified + ", expected 0 to 1");
    }
    return verified;
  }

  private List<PromptLanguage> languages() {
    List<PromptLanguage> chosen = new ArrayList<>();
    for (String code : languages) {
      chosen.add(
          PromptLanguage.of(code.strip())
              .orElseThrow(
                  () -> new InputException("--prompt-language is '" + code + "', " + near(code))));
    }
    return chosen;
  }

  private static String near(String code) {
    return NearMiss.of(code, PromptLanguage.codes())
        .map(near -> "did you mean " + near + "?")
        .orElse("expected one of " + String.join(", ", PromptLanguage.codes()));
  }
}
