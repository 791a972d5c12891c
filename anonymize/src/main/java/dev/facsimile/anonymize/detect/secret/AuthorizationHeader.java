package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What follows {@code Authorization:}, with or without a scheme, and {@code Bearer} or {@code
 * Basic} anywhere else.
 */
public final class AuthorizationHeader implements Detector {
  private static final String VALUE = "([A-Za-z0-9._~+/:@=%|!*-]{4,4000}+)";
  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)[\"'\\\\]{0,4}\\s{0,3}(?::|=>|=|,)\\s{0,4}[\"'`\\\\]{0,4}"
              + "(?:(basic|bearer|token|api-?token|apikey|digest|negotiate|ntlm|aws4-hmac-sha256)\\s{1,4})?"
              + VALUE);
  private static final Pattern SCHEME = Pattern.compile("\\s{1,4}" + VALUE);

  @Override
  public String id() {
    return "authorization-header";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("authorization"), Anchor.keyword("bearer "), Anchor.keyword("basic "));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    boolean header = (text.at(start) | 0x20) == 'a';
    Matcher matcher = (header ? HEADER : SCHEME).matcher(text.string());
    matcher.region(header ? end : end - 1, Math.min(text.length(), end + 4 * REACH));
    if (!matcher.lookingAt()) {
      return;
    }
    int group = header ? 2 : 1;
    String value = matcher.group(group);
    boolean named = header && matcher.group(1) != null;
    if (value.length() < 8 || isWord(value) || Placeholder.isValue(value)) {
      return;
    }
    boolean basic = (text.at(start + 1) | 0x20) == 'a' && !header;
    if (header && (named || looksSecret(value))
        || !header && (basic ? isBasic(value) : looksSecret(value))) {
      sink.found(matcher.start(group), matcher.end(group), "SECRET", Confidence.CONTEXTUAL);
    }
  }

  private static boolean looksSecret(String value) {
    return value.length() >= 16 && (Entropy.random(value) || value.length() >= 32);
  }

  private static boolean isWord(String value) {
    return value.chars().allMatch(c -> c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.');
  }

  /** Base64 of {@code user:password}. */
  private static boolean isBasic(String value) {
    String head = value.replaceAll("=+$", "");
    if (head.length() < 8 || !head.chars().allMatch(c -> Chars.isBase64((char) c))) {
      return false;
    }
    try {
      byte[] plain =
          java.util.Base64.getUrlDecoder()
              .decode(
                  head.replace('+', '-')
                      .replace('/', '_')
                      .substring(0, head.length() - (head.length() % 4 == 1 ? 1 : 0)));
      return new String(plain, java.nio.charset.StandardCharsets.UTF_8).indexOf(':') >= 0;
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }
}
