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
    String word = word(text, start, end);
    Optional<Assignment> found =
        Assignment.of(text, start, end, name -> SecretName.of(name, word) != SecretName.NONE);
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
    if (SecretValue.plausible(
        SecretName.of(assignment.name(), word),
        text.slice(from, assignment.valueEnd()),
        assignment.style())) {
      sink.found(from, assignment.valueEnd(), "SECRET", Confidence.CONTEXTUAL);
    }
  }

  /** The word that stands there, as it is written above. */
  private static String word(FoldedText text, int start, int end) {
    char first = Chars.lower(text.at(start));
    for (String word : WORDS) {
      if (word.length() == end - start
          && word.charAt(0) == first
          && word.charAt(1) == Chars.lower(text.at(start + 1))) {
        return word;
      }
    }
    throw new IllegalStateException("woken at a word that is no anchor");
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
