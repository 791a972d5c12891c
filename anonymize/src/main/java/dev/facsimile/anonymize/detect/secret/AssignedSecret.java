package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Optional;

/**
 * A value assigned to a name that says it is a credential, whatever its vendor: {@code password =
 * "two words"}, {@code DB_PASS=x}, {@code --token x}, {@code "apiKey": "x"}, {@code
 * <secret>x</secret>}. It is the structure that finds it; how random a value looks matters only
 * where the name says little.
 */
public final class AssignedSecret implements Detector {
  private static final List<String> WORDS =
      List.of(
          "pass",
          "pwd",
          "secret",
          "token",
          "key",
          "credential",
          "auth",
          "senha",
          "kennwort",
          "wachtwoord",
          "contrase",
          "motdepasse",
          "mot_de_passe",
          "parola");
  private static final int LETTERS = 26;
  private static final int LENGTHS = 16;

  /** The words by their first letter and length, which no two share. */
  private static final String[] BY_LETTER = byLetter();

  private static final List<String> SCHEMES =
      List.of("Bearer ", "bearer ", "Basic ", "Token ", "token ");

  @Override
  public String id() {
    return "assigned-secret";
  }

  @Override
  public List<Anchor> anchors() {
    return WORDS.stream().map(Anchor::keyword).toList();
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    String word = BY_LETTER[letter(text.at(start), end - start)];
    Optional<Assignment> found =
        Assignment.of(
            text, start, end, (from, to) -> SecretName.of(text, from, to, word) != SecretName.NONE);
    if (found.isEmpty()) {
      return;
    }
    Assignment assignment = found.get();
    int from = assignment.valueStart();
    from += schemeLength(text, from);
    int length = assignment.valueEnd() - from;
    if (length < SecretValue.SHORTEST || length > SecretValue.LONGEST) {
      return;
    }
    SecretName strength = SecretName.of(text, assignment.nameStart(), assignment.nameEnd(), word);
    if (SecretValue.plausible(
        strength, text.slice(from, assignment.valueEnd()), assignment.style())) {
      sink.found(from, assignment.valueEnd(), "SECRET", Confidence.CONTEXTUAL);
    }
  }

  private static String[] byLetter() {
    String[] words = new String[LETTERS * LENGTHS];
    for (String word : WORDS) {
      int place = letter(word.charAt(0), word.length());
      if (words[place] != null) {
        throw new IllegalStateException(words[place] + " and " + word + " begin alike");
      }
      words[place] = word;
    }
    return words;
  }

  private static int letter(char first, int length) {
    return (first | 0x20) - 'a' + LETTERS * length;
  }

  private static int schemeLength(FoldedText text, int from) {
    if ("BbTt".indexOf(text.at(from)) >= 0) {
      for (String scheme : SCHEMES) {
        if (text.startsWith(scheme, from)) {
          return scheme.length();
        }
      }
    }
    return 0;
  }
}
