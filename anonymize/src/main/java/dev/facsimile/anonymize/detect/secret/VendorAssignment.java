package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Optional;

/**
 * A machine-made value assigned to a name with a vendor in it whose keys have no prefix of their
 * own: {@code ALGOLIA=8940f1…}.
 */
public final class VendorAssignment implements Detector {
  private static final int LEAST = 14;
  private static final int SHORTEST_RUN = 10;
  private static final int MOST = 128;

  private static final List<String> VENDORS =
      List.of(
          "adafruit",
          "adobe",
          "airtable",
          "algolia",
          "alibaba",
          "amplitude",
          "asana",
          "atlassian",
          "auth0",
          "bitbucket",
          "bittrex",
          "braintree",
          "buildkite",
          "clearbit",
          "cloudflare",
          "codecov",
          "cohere",
          "coinbase",
          "confluent",
          "contentful",
          "contribsys",
          "datadog",
          "deepgram",
          "deepseek",
          "discord",
          "droneci",
          "dropbox",
          "dynatrace",
          "etsy",
          "facebook",
          "fastly",
          "finicity",
          "finnhub",
          "flickr",
          "freshbooks",
          "gitter",
          "heroku",
          "hubspot",
          "intercom",
          "jfrog",
          "kraken",
          "kucoin",
          "launchdarkly",
          "linkedin",
          "looker",
          "mailchimp",
          "mailgun",
          "mattermost",
          "maxmind",
          "meraki",
          "messagebird",
          "minimax",
          "mistral",
          "moonshot",
          "netlify",
          "nytimes",
          "okta",
          "openai",
          "pagerduty",
          "plaid",
          "privateai",
          "rapidapi",
          "rollbar",
          "scaleway",
          "segment",
          "sendbird",
          "sentry",
          "snowflake",
          "snyk",
          "sonar",
          "sourcegraph",
          "splunk",
          "squarespace",
          "sumologic",
          "travis",
          "trello",
          "twilio",
          "twitch",
          "twitter",
          "wandb",
          "yandex",
          "zendesk",
          "zhipu");

  @Override
  public String id() {
    return "vendor-assignment";
  }

  @Override
  public List<Anchor> anchors() {
    return VENDORS.stream().map(Anchor::keyword).toList();
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (!beginsWord(text, start)) {
      return;
    }
    Optional<Assignment> found = Assignment.of(text, start, end);
    if (found.isEmpty()) {
      return;
    }
    Assignment assignment = found.get();
    String value = text.slice(assignment.valueStart(), assignment.valueEnd());
    if (value.length() >= LEAST
        && value.length() <= MOST
        && hasDigits(value)
        && whole(value)
        && Entropy.random(value)
        && !typed(value)
        && !Placeholder.isValue(value)) {
      sink.found(assignment.valueStart(), assignment.valueEnd(), "SECRET", Confidence.CONTEXTUAL);
    }
  }

  /** {@code OKTA}, {@code my_okta}, {@code myOkta}; no {@code okta} stands in {@code bookTable}. */
  private static boolean beginsWord(FoldedText text, int start) {
    char before = text.at(start - 1);
    return !Chars.isLetter(before) || Chars.isUpper(text.at(start)) && !Chars.isUpper(before);
  }

  /** Whether most of it are runs such as {@code 0123456789} and {@code mnopqrst}. */
  private static boolean typed(String value) {
    int inRuns = 0;
    int run = 1;
    for (int i = 1; i <= value.length(); i++) {
      if (i < value.length() && value.charAt(i) == value.charAt(i - 1) + 1) {
        run++;
      } else {
        inRuns += run >= SHORTEST_RUN ? run : 0;
        run = 1;
      }
    }
    return 2 * inRuns > value.length();
  }

  private static boolean whole(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!Chars.isWord(c) && c != '=' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean hasDigits(String value) {
    int digits = 0;
    for (int i = 0; i < value.length() && digits < 2; i++) {
      digits += Chars.isDigit(value.charAt(i)) ? 1 : 0;
    }
    return digits == 2;
  }
}
