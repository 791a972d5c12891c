package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/** Ids whose prefix says whose they are: {@code org_…}, {@code cus_…}, {@code usr_…}. */
public final class PrefixedIdDetector implements Detector {
  private static final int SHORTEST = 8;
  private static final int LONGEST = 64;

  @Override
  public String id() {
    return "prefixed-id";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("org_"),
        Anchor.keyword("org-"),
        Anchor.keyword("cus_"),
        Anchor.keyword("usr_"),
        Anchor.keyword("user_"),
        Anchor.keyword("user-"),
        Anchor.keyword("acct_"),
        Anchor.keyword("tenant_"),
        Anchor.keyword("tnt_"),
        Anchor.keyword("team_"),
        Anchor.keyword("workspace_"),
        Anchor.keyword("wks_"),
        Anchor.keyword("proj_"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    char before = text.at(start - 1);
    if (Chars.alnum(before) || before == '_' || before == '-' || before == '.') {
      return;
    }
    int to = end;
    int digits = 0;
    while (to - end < LONGEST && text.at(to) < 0x80 && Chars.alnum(text.at(to))) {
      digits += Chars.digit(text.at(to)) ? 1 : 0;
      to++;
    }
    int length = to - end;
    boolean random = length >= SHORTEST && digits > 0 && digits < length && mixed(text, end, to);
    if (random && text.at(to) != '_' && text.at(to) != '(') {
      sink.found(start, to, "TENANT", Confidence.CONTEXTUAL);
    }
  }

  /** Digits stand among the letters, not only behind them as in {@code user_table2}. */
  private static boolean mixed(FoldedText text, int start, int end) {
    int changes = 0;
    for (int i = start + 1; i < end; i++) {
      changes += Chars.digit(text.at(i)) != Chars.digit(text.at(i - 1)) ? 1 : 0;
    }
    return changes >= 2;
  }
}
