package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Replaces what the detectors found in a text by a word for its type and made-up words, so that the
 * text keeps its token count: neighbouring tokens may merge, so that after each replacement the
 * stretch around it is counted again, and at the end the whole.
 */
final class RedactedText {
  private static final int AROUND = 64;
  private static final int TRIES = 42;

  private final StableWords words;
  private final PromptTokens.Reader reader;

  RedactedText(StableWords words, PromptTokens.Reader reader) {
    this.words = words;
    this.reader = reader;
  }

  /**
   * The text with every finding replaced and with as many tokens as before; absent if no try had.
   *
   * @param seed of the made-up words
   */
  Optional<String> of(Slot slot, List<Finding> findings, long seed) {
    String text = slot.text();
    List<Finding> layer = Redaction.layer(findings);
    // From the end on, so that what stands before a finding is still the original.
    for (int i = layer.size() - 1; i >= 0; i--) {
      Finding finding = layer.get(i);
      long own =
          SeededStreams.mix(seed ^ PromptTokens.hash(slot.text().substring(0, finding.end())));
      Optional<String> replaced = replaced(text, finding, own);
      if (replaced.isEmpty()) {
        return Optional.empty();
      }
      text = replaced.get();
    }
    return fits(slot, text) ? Optional.of(text) : Optional.empty();
  }

  private boolean fits(Slot slot, String made) {
    return reader.count(made) == slot.tokens()
        && (slot.window().isEmpty()
            || reader.count(slot.window().get().with(made))
                == reader.count(slot.window().get().with(slot.text())));
  }

  /** Replaces one finding; what is around it keeps its count with it. */
  private Optional<String> replaced(String text, Finding finding, long seed) {
    int from = Math.max(0, finding.start() - AROUND);
    int to = Math.min(text.length(), finding.end() + AROUND);
    from -= from > 0 && Character.isLowSurrogate(text.charAt(from)) ? 1 : 0;
    to += to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
    String before = text.substring(from, finding.start());
    String after = text.substring(finding.end(), to);
    int wanted = reader.count(text.substring(from, to));
    int estimate = Math.max(1, reader.count(text.substring(finding.start(), finding.end())));
    int rest = reader.count(before + after);
    for (int attempt = 0; attempt < TRIES; attempt++) {
      for (String made : shapes(finding.type(), estimate, attempt, seed)) {
        if (reader.count(before + made + after) == wanted) {
          return Optional.of(
              text.substring(0, finding.start()) + made + text.substring(finding.end()));
        }
      }
    }
    return rest == wanted
        ? Optional.of(text.substring(0, finding.start()) + text.substring(finding.end()))
        : Optional.empty();
  }

  /** Ways to write a type with some words, for a try: the lengths k, k-1, k+1, k-2, … in turn. */
  private List<String> shapes(String type, int estimate, int attempt, long seed) {
    int step = attempt % 7;
    int tokens = estimate + (step % 2 == 0 ? step / 2 : -(step + 1) / 2);
    long own = SeededStreams.mix(seed + attempt / 7);
    String label = type.toLowerCase(Locale.ROOT).split("_")[0];
    List<String> shapes = new ArrayList<>();
    int bare = reader.count("<" + label + ">");
    if (tokens >= bare) {
      String rest = some(tokens - bare, own);
      shapes.add("<" + label + (rest.isEmpty() ? "" : " " + rest) + ">");
    }
    int alone = reader.count(label);
    if (tokens >= alone) {
      String rest = some(tokens - alone, own);
      shapes.add(label + (rest.isEmpty() ? "" : " " + rest));
    }
    if (tokens >= 1) {
      shapes.add(some(tokens, own));
    }
    return shapes;
  }

  private String some(int tokens, long seed) {
    return words.text(
        new StableWords.Layout(0, 1), tokens, position -> SeededStreams.mix(seed + position));
  }
}
