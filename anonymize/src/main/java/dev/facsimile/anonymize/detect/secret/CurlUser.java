package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code -u user:password} and {@code --user user:password} of curl and its like. */
public final class CurlUser implements Detector {
  private static final Pattern FLAG =
      Pattern.compile(
          "(?:-u|--user|--proxy-user|-U)(?:\\s{1,4}|=|(?=[\"']))"
              + "((?:\"[^\"\\n]{1,150}+\"|'[^'\\n]{1,150}+'|[^\\s\"':]{1,80}+)"
              + "(?::(?:\"[^\"\\n]{1,150}+\"|'[^'\\n]{1,150}+'|[^\\s\"'`]{1,150}+))?)");
  private static final Set<String> TAME =
      Set.of("password", "pass", "passwd", "pwd", "token", "test", "secret", "yyy", "x", "apikey");

  @Override
  public String id() {
    return "curl-user";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.keyword("curl"), Anchor.keyword("wget "), Anchor.keyword("http "));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int to = nextCommand(text, end);
    Matcher matcher = null;
    int at = nextHyphen(text, end);
    while (at < to) {
      if (!mayBeFlag(text, at) || at > end && !Chars.isSpace(text.at(at - 1))) {
        at = nextHyphen(text, at + 1);
        continue;
      }
      matcher = matcher == null ? FLAG.matcher(text.string()).useTransparentBounds(true) : matcher;
      if (!matcher.region(at, to).lookingAt()) {
        at = nextHyphen(text, at + 1);
        continue;
      }
      String plain = unquote(matcher.group(1));
      int colon = plain.indexOf(':');
      if (colon >= 0 && !tame(plain, colon)) {
        sink.found(matcher.start(1), matcher.end(1), "SECRET", Confidence.CONTEXTUAL);
      }
      at = nextHyphen(text, matcher.end() + 1);
    }
  }

  private static int nextHyphen(FoldedText text, int from) {
    int at = text.string().indexOf('-', from);
    return at < 0 ? text.length() : at;
  }

  /** Whether {@code u} follows a hyphen, or a second one and a long name. */
  private static boolean mayBeFlag(FoldedText text, int at) {
    char c = text.at(at + 1);
    return c == 'u' || c == 'U' || c == '-' && (text.at(at + 2) == 'u' || text.at(at + 2) == 'p');
  }

  /** Where the next command begins, within reach. */
  private static int nextCommand(FoldedText text, int from) {
    int to = Math.min(text.length(), from + REACH);
    int next = text.slice(from, to).indexOf("curl");
    return next < 0 ? to : from + next;
  }

  private static boolean tame(String plain, int colon) {
    String user = plain.substring(0, colon);
    String password = plain.substring(colon + 1);
    String secret = password.isEmpty() ? user : password;
    return secret.isEmpty()
        || TAME.contains(secret.toLowerCase(java.util.Locale.ROOT))
        || Placeholder.isValue(secret) && !braced(secret)
        || secret.charAt(0) == '$'
        || secret.endsWith(">");
  }

  /** {@code {x7Qp…}} is how some consoles print a real password. */
  private static boolean braced(String secret) {
    return secret.startsWith("{") && !secret.startsWith("{{") && Entropy.random(secret);
  }

  private static String unquote(String given) {
    return given.replace("\"", "").replace("'", "");
  }
}
