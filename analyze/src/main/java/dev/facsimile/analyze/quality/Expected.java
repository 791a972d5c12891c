package dev.facsimile.analyze.quality;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an answer has to be. */
sealed interface Expected {
  Pattern BOXED = Pattern.compile("\\\\boxed\\{\\s*(?:\\\\text\\{)?([^{}]+?)\\}?\\s*\\}");
  Pattern SAID_LETTER =
      Pattern.compile("(?i)answer\\s*(?:is|:|=)?\\s*(?:\\*\\*)?\\s*[(\\[]?\\s*([A-Z])(?![A-Za-z])");
  Pattern LEADING_LETTER = Pattern.compile("^\\W*([A-Z])(?:[).:\\s*]|$)");
  Pattern NUMBER = Pattern.compile("[-+]?\\d[\\d,]*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");

  /** Whether an answer is right; absent where a command of the user has to say so. */
  Optional<Boolean> isRight(String answer);

  /**
   * One letter of a multiple choice: in {@code \boxed{}}, else the last "answer is X", else the
   * letter that the answer begins with.
   */
  record Choice(char letter) implements Expected {
    @Override
    public Optional<Boolean> isRight(String answer) {
      return Optional.of(found(answer).filter(c -> c == letter).isPresent());
    }

    private static Optional<Character> found(String answer) {
      Optional<String> said = last(BOXED, answer).filter(s -> s.strip().length() == 1);
      said = said.isPresent() ? said : last(SAID_LETTER, answer);
      if (said.isEmpty()) {
        Matcher leading = LEADING_LETTER.matcher(answer.strip());
        said = leading.find() ? Optional.of(leading.group(1)) : Optional.empty();
      }
      return said.map(s -> Character.toUpperCase(s.strip().charAt(0)));
    }
  }

  /** The same text, but for case and space around and within. */
  record Exact(String text) implements Expected {
    @Override
    public Optional<Boolean> isRight(String answer) {
      return Optional.of(plain(answer).equals(plain(text)));
    }

    private static String plain(String text) {
      return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
  }

  /** A pattern that the answer has to hold somewhere. */
  record Regex(Pattern pattern) implements Expected {
    @Override
    public Optional<Boolean> isRight(String answer) {
      return Optional.of(pattern.matcher(answer).find());
    }
  }

  /** A number: the one in {@code \boxed{}}, else the last of the answer. */
  record Number(double value, double tolerance) implements Expected {
    @Override
    public Optional<Boolean> isRight(String answer) {
      String from = last(BOXED, answer).orElse(answer);
      return Optional.of(
          lastNumber(from).filter(found -> Math.abs(found - value) <= tolerance).isPresent());
    }

    private static Optional<Double> lastNumber(String text) {
      Matcher matcher = NUMBER.matcher(text);
      Optional<Double> found = Optional.empty();
      while (matcher.find()) {
        found = Optional.of(Double.parseDouble(matcher.group().replace(",", "")));
      }
      return found;
    }
  }

  /** A task that only the user's own command can score; its text is handed to that. */
  record Code(String text) implements Expected {
    @Override
    public Optional<Boolean> isRight(String answer) {
      return Optional.empty();
    }
  }

  private static Optional<String> last(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    Optional<String> found = Optional.empty();
    while (matcher.find()) {
      found = Optional.of(matcher.group(1));
    }
    return found;
  }
}
