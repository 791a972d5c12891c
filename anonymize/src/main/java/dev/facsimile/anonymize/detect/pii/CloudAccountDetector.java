package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Accounts of cloud vendors: Amazon resource names as a whole, twelve digits after the word
 * account, Azure subscriptions, Google service accounts' projects.
 */
public final class CloudAccountDetector implements Detector {
  private static final int LOOK_AHEAD = 512;
  private static final Pattern ARN =
      Pattern.compile(
          "arn:aws[a-z-]{0,10}:[a-z0-9-]{0,24}:[a-z0-9-]{0,24}:\\d{0,12}:[\\w+=,.@:/*{}-]{0,256}+",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "account(?:[\\s_-]{0,2}(?:id|number|no))?[\"']?\\s{0,2}[:=#]?\\s{0,2}(?:is\\s)?[\"']?(\\d{12}|\\d{4}-\\d{4}-\\d{4})(?![\\d-])",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern SUBSCRIPTION =
      Pattern.compile(
          "/subscriptions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", Pattern.CASE_INSENSITIVE);

  @Override
  public String id() {
    return "cloud-account";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("arn:aws"), Anchor.keyword("account"), Anchor.keyword("/subscriptions/"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    char first = text.at(start);
    if (first == 'a' || first == 'A') {
      boolean arn = text.at(start + 3) == ':';
      Matcher matcher = (arn ? ARN : ACCOUNT).matcher(text.slice(start, start + LOOK_AHEAD));
      if (matcher.lookingAt()) {
        int group = arn ? 0 : 1;
        report(matcher, group, start, sink);
      }
      return;
    }
    Matcher matcher = SUBSCRIPTION.matcher(text.slice(start, start + LOOK_AHEAD));
    if (matcher.lookingAt()) {
      report(matcher, 1, start, sink);
    }
  }

  private static void report(Matcher matcher, int group, int start, FindingSink sink) {
    sink.found(
        start + matcher.start(group),
        start + matcher.end(group),
        "ACCOUNT_ID",
        Confidence.CONTEXTUAL);
  }
}
