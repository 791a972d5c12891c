package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Scans texts and replaces what is found, as the profile {@code redacted-text} does. Holds the
 * findings of the latest {@value #REMEMBERED} texts. Not safe for use by several threads.
 */
public final class Redactor {
  private static final int REMEMBERED = 1 << 15;

  private final Function<String, List<Finding>> scanner;
  private final Languages languages;
  private final RedactedText redacted;
  private final SurrogateText surrogates;
  private final PromptTokens.Reader reader;
  private final Map<Long, Scan> scans =
      new LinkedHashMap<>(1024, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Scan> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * What is in a text.
   *
   * @param findings stretches to replace; they may overlap
   * @param languageAllowed whether the policy's list has its language
   */
  public record Scan(List<Finding> findings, boolean languageAllowed) {}

  Redactor(
      Function<String, List<Finding>> scanner,
      DetectRules rules,
      StableWords words,
      PromptTokens.Reader reader) {
    this.scanner = scanner;
    this.languages = new Languages(rules.languages());
    this.redacted = new RedactedText(words, reader);
    this.surrogates = new SurrogateText(words, reader);
    this.reader = reader;
  }

  /**
   * A redactor for texts that are not part of a trace.
   *
   * @param scanner gives the findings in a text
   * @param tokenizerFile the file of {@code tokenizer}
   */
  public static Redactor of(
      Function<String, List<Finding>> scanner,
      DetectRules rules,
      Tokenizer tokenizer,
      Path tokenizerFile)
      throws IOException {
    TextTokens tokens = TextTokens.of(tokenizer, tokenizerFile);
    return new Redactor(
        scanner,
        rules,
        tokens.words(),
        new PromptTokens.Reader(tokens, TextProfile.DEFAULT_BLOCK_TOKENS));
  }

  /**
   * Scans a text.
   *
   * @throws DetectorFailure if a detector fails: nothing is released then
   */
  public Scan scan(String text) {
    return scans.computeIfAbsent(
        PromptTokens.hash(text),
        hash -> new Scan(Redaction.layer(found(text)), languages.allow(text)));
  }

  private List<Finding> found(String text) {
    try {
      return scanner.apply(text);
    } catch (RuntimeException | StackOverflowError e) {
      throw new DetectorFailure(e);
    }
  }

  Optional<String> redact(Slot slot, List<Finding> findings, long seed) {
    return redacted.of(slot, findings, seed);
  }

  /**
   * The text as the profile would release it: findings replaced, the token count kept; made-up as a
   * whole where that cannot be or where its language is not in the list.
   *
   * @param keys gives a key for this text alone
   */
  public String redact(String text, KeySource keys) {
    Scan scan = scan(text);
    if (scan.languageAllowed() && scan.findings().isEmpty()) {
      return text;
    }
    try (Pseudonyms pseudonyms = new Pseudonyms(keys)) {
      int tokens = reader.count(text);
      Slot slot =
          new Slot(
              text,
              tokens,
              new StableWords.Layout(0, reader.blockTokens()),
              new int[] {tokens},
              new long[] {PromptTokens.hash(text)},
              Optional.empty());
      long seed = pseudonyms.of("made-up text", slot.lastCode());
      StableWords.Draw draw = new Draws(slot.ends(), new long[] {seed});
      Optional<String> kept =
          scan.languageAllowed() ? redacted.of(slot, scan.findings(), seed) : Optional.empty();
      return kept.or(() -> surrogates.of(slot, draw))
          .orElseGet(() -> surrogates.words(slot, tokens, draw));
    }
  }
}
