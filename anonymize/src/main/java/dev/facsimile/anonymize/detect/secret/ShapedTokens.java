package dev.facsimile.anonymize.detect.secret;

import static dev.facsimile.anonymize.detect.rule.Anchor.keyword;
import static dev.facsimile.anonymize.detect.secret.ShapedToken.of;
import static dev.facsimile.anonymize.detect.secret.ShapedToken.run;

import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.List;
import java.util.stream.IntStream;

/** Tokens without a prefix of their own; one line each. */
public final class ShapedTokens {
  /** All of them. */
  public static final List<Detector> ALL =
      List.of(
          of(
              "terraform-token",
              keyword(".atlasv1."),
              14,
              "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}+"),
          of("azure-client-secret", digitsBefore("q~"), 3, "[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}+"),
          of("telegram-bot-token", keyword(":aa"), 10, "\\d{8,10}+:AA[\\w-]{33}"),
          run("twilio-key", 34, 34, 0, "(?:SK|AC)[0-9a-f]{32}"),
          run("yandex-access-key", 40, 40, 0, "YC[\\w-]{38}"),
          of("asana-token", Anchor.digits(16), 2, "[012]/\\d{16}(?:/\\d{16})?:[0-9a-f]{32}")
              .after('/'),
          run("discord-bot-token", 24, 28, 0, "[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,38}+"),
          run(
                  "vault-legacy-token",
                  24,
                  24,
                  2,
                  "s\\.(?=[a-z0-9]{0,24}[A-Z])(?=[A-Z0-9]{0,24}[a-z])(?=[A-Za-z]{0,24}\\d)[A-Za-z0-9]{24}")
              .after('.'),
          run("facebook-app-token", 27, 40, 18, "\\d{15,17}+\\|[\\w-]{27,40}+").after('|'),
          of(
              "sidekiq-licence",
              keyword("contribsys__com"),
              0,
              "(?i)contribsys__com\\w{0,10}+[\"'\\s]{0,4}[:=?]{1,4}[\"'\\s]{0,4}[0-9a-f]{8}:[0-9a-f]{8}"));

  private ShapedTokens() {}

  /** The letters with each of the ten digits before them. */
  private static List<Anchor> digitsBefore(String letters) {
    return IntStream.range(0, 10).mapToObj(digit -> keyword(digit + letters)).toList();
  }
}
