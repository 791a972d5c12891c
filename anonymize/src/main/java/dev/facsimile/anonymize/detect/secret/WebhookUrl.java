package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/** Addresses of webhooks: who knows one can post to it. The finding covers the whole address. */
public final class WebhookUrl implements Detector {
  private static final int LONGEST = 600;
  private static final int LEAST_PATH = 24;

  @Override
  public String id() {
    return "webhook-url";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("hooks.slack.com/"),
        Anchor.keyword(".webhook.office.com/webhook"),
        Anchor.keyword("discord.com/api/webhooks/"),
        Anchor.keyword("discordapp.com/api/webhooks/"),
        Anchor.keyword("hooks.zapier.com/hooks/catch/"),
        Anchor.keyword("chat.googleapis.com/v1/spaces/"),
        Anchor.keyword("open.feishu.cn/open-apis/bot/"),
        Anchor.keyword("qyapi.weixin.qq.com/cgi-bin/webhook/"),
        Anchor.keyword("oapi.dingtalk.com/robot/send?"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int from = start;
    while (start - from < 80
        && (Chars.isWord(text.at(from - 1))
            || ".-:/".indexOf(text.at(from - 1)) >= 0 && from > 0)) {
      from--;
    }
    int to = end;
    while (to - end < LONGEST
        && (Chars.isBase64(text.at(to))
            || "@.=%?&~".indexOf(text.at(to)) >= 0 && text.at(to) != 0)) {
      to++;
    }
    if (to - end >= LEAST_PATH && !Placeholder.isBody(text.slice(end, to))) {
      sink.found(from, to, "SECRET", Confidence.PROVEN);
    }
  }
}
