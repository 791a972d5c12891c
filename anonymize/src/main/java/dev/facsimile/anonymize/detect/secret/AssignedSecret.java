package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A value assigned to a name that says it is a credential, whatever its vendor: {@code password =
 * "two words"}, {@code DB_PASS=x}, {@code --token x}, {@code "apiKey": "x"}, {@code
 * <secret>x</secret>}. It is the structure that finds it; how random a value looks matters only
 * where the name says little.
 */
public final class AssignedSecret implements Detector {
  @Override
  public String id() {
    return "assigned-secret";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("pass"),
        Anchor.keyword("pwd"),
        Anchor.keyword("secret"),
        Anchor.keyword("token"),
        Anchor.keyword("key"),
        Anchor.keyword("credential"),
        Anchor.keyword("auth"),
        Anchor.keyword("senha"),
        Anchor.keyword("kennwort"),
        Anchor.keyword("wachtwoord"),
        Anchor.keyword("contrase"),
        Anchor.keyword("motdepasse"),
        Anchor.keyword("mot_de_passe"),
        Anchor.keyword("parola"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    Optional<Assignment> found = Assignment.of(text, start, end);
    if (found.isEmpty()) {
      return;
    }
    Assignment assignment = found.get();
    int from = assignment.valueStart();
    String value = text.slice(from, assignment.valueEnd());
    int scheme = schemeLength(value);
    String bare = value.substring(scheme);
    SecretName strength =
        SecretName.of(assignment.name(), text.slice(start, end).toLowerCase(Locale.ROOT));
    if (bare.isEmpty() || !SecretValue.plausible(strength, bare, assignment.style())) {
      return;
    }
    sink.found(from + scheme, assignment.valueEnd(), "SECRET", Confidence.CONTEXTUAL);
  }

  private static int schemeLength(String value) {
    for (String scheme : new String[] {"Bearer ", "bearer ", "Basic ", "Token ", "token "}) {
      if (value.startsWith(scheme)) {
        return scheme.length();
      }
    }
    return 0;
  }
}
