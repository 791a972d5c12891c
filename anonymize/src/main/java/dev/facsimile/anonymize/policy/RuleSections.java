package dev.facsimile.anonymize.policy;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.policy.ApprovalRules.Stated;
import dev.facsimile.anonymize.risk.RiskBound;
import dev.facsimile.trace.file.YamlSection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Reads the sections of a policy that may be left out, each with what holds without it. */
final class RuleSections {
  private static final int MOST_DAYS = 36_500;
  private static final int MOST_JITTER_MILLIS = 3_600_000;
  private static final int MOST_CANARIES = 100_000;
  private static final String REQUIRED = "required";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern TEXT = Pattern.compile(".*\\S.*");
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}");
  private static final Pattern REGION = Pattern.compile("[A-Z]{2}");
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

  private RuleSections() {}

  static TimeRules time(YamlSection root) {
    if (!root.has("time")) {
      return TimeRules.USUAL;
    }
    YamlSection time = root.section("time").only(List.of("start", "jitter_ms"));
    boolean weekShift =
        time.wordOr("remove", "start", List.of("remove", "week-shift"))
            .filter("week-shift"::equals)
            .isPresent();
    int jitter = time.whole("jitter_ms", 0, MOST_JITTER_MILLIS).orElse(0);
    return new TimeRules(weekShift, Duration.ofMillis(jitter));
  }

  static PartialLast partialLast(YamlSection root) {
    if (!root.has("blocks")) {
      return PartialLast.DROP;
    }
    List<String> words = Arrays.stream(PartialLast.values()).map(PartialLast::word).toList();
    YamlSection blocks = root.section("blocks").only(List.of("partial_last"));
    return blocks
        .wordOr(PartialLast.DROP.word(), "partial_last", words)
        .map(word -> PartialLast.values()[words.indexOf(word)])
        .orElse(PartialLast.DROP);
  }

  static ToolCalls tools(YamlSection root) {
    if (!root.has("text")) {
      return ToolCalls.NUMBER;
    }
    List<String> words = Arrays.stream(ToolCalls.values()).map(ToolCalls::word).toList();
    YamlSection text = root.section("text").only(List.of("tools"));
    return text.wordOr(ToolCalls.NUMBER.word(), "tools", words)
        .map(word -> ToolCalls.values()[words.indexOf(word)])
        .orElse(ToolCalls.NUMBER);
  }

  static DetectRules detect(YamlSection root) {
    if (!root.has("detect")) {
      return DetectRules.USUAL;
    }
    DetectRules usual = DetectRules.USUAL;
    YamlSection detect =
        root.section("detect")
            .only(List.of("packs", "decode_depth", "languages", "regions", "on_detector_error"));
    List<String> packs = detect.words("packs", Detectors.packNames());
    int depth = detect.whole("decode_depth", 0, DetectRules.MOST_DEPTH).orElse(usual.decodeDepth());
    List<String> languages =
        detect.texts("languages", LANGUAGE, "an ISO 639-1 code in lower case such as en");
    List<String> regions =
        detect.texts("regions", REGION, "an ISO 3166-1 code in capitals such as US");
    detect.wordOr("fail", "on_detector_error", List.of("fail"));
    if (packs.contains(Detectors.NAMES)) {
      requireReadable(detect, detect.has("languages") ? languages : usual.languages());
    }
    return new DetectRules(
        detect.has("packs") ? packs : usual.packs(),
        depth,
        detect.has("languages") ? languages : usual.languages(),
        detect.has("regions") ? regions : usual.regions());
  }

  /** Names are found in some languages only. */
  private static void requireReadable(YamlSection detect, List<String> languages) {
    try {
      Detectors.of(List.of(Detectors.NAMES), Detectors.USUAL_REGIONS, languages);
    } catch (IllegalArgumentException e) {
      detect.error("languages", "has none in which names are found: " + e.getMessage());
    }
  }

  static RiskLimits risk(YamlSection root) {
    if (!root.has("risk")) {
      return RiskLimits.NONE;
    }
    List<String> known = new ArrayList<>(RiskBound.words());
    known.add("known_points");
    YamlSection risk = root.section("risk").only(known);
    Map<RiskBound, Double> bounds = new EnumMap<>(RiskBound.class);
    for (RiskBound bound : RiskBound.values()) {
      risk.number(bound.word(), 0, 1).ifPresent(most -> bounds.put(bound, most));
    }
    return new RiskLimits(
        bounds,
        risk.whole("known_points", 1, RiskLimits.MOST_POINTS).orElse(RiskLimits.MOST_POINTS));
  }

  static void keys(YamlSection root) {
    if (root.has("keys")) {
      root.section("keys")
          .only(List.of("mode"))
          .only("mode", "ephemeral", "a key that is kept can undo the release");
    }
  }

  static Gates gates(YamlSection root) {
    if (!root.has("gates")) {
      return Gates.USUAL;
    }
    Gates usual = Gates.USUAL;
    YamlSection gates = root.section("gates").only(List.of("residual_findings", "canaries"));
    int findings =
        gates.whole("residual_findings", 0, Integer.MAX_VALUE).orElse(usual.residualFindings());
    if (!gates.has("canaries")) {
      return new Gates(findings, usual.canariesPerType(), usual.canarySurvivors());
    }
    YamlSection canaries = gates.section("canaries").only(List.of("per_type", "survivors"));
    return new Gates(
        findings,
        canaries.whole("per_type", 1, MOST_CANARIES).orElse(usual.canariesPerType()),
        canaries.whole("survivors", 0, MOST_CANARIES).orElse(usual.canarySurvivors()));
  }

  /** The approval: the word none, with the days beside it, or a mapping that has the days. */
  static ApprovalRules approval(YamlSection root) {
    OptionalInt days = root.whole("expires_days", 1, MOST_DAYS);
    if (!root.has("approval") || root.isWord("approval")) {
      root.only("approval", "none", "approval by roles is a mapping with required:");
      return ApprovalRules.none(days);
    }
    YamlSection approval = root.section("approval");
    approval.only(
        List.of(
            REQUIRED,
            "separation_of_duties",
            "purpose",
            "recipients",
            "expires_days",
            "replay_targets"));
    if (root.has("expires_days")) {
      root.error("expires_days", "is beside approval, expected within it where it is a mapping");
    }
    if (!approval.has(REQUIRED)) {
      approval.missing(REQUIRED, "a list of roles; an empty one is self-approved");
    }
    List<String> roles = approval.texts(REQUIRED, NAME, "a role such as data-owner");
    boolean separate = approval.flag("separation_of_duties");
    if (separate && roles.size() == 1) {
      approval.error("separation_of_duties", "is true, expected at least two roles in required");
    }
    return new ApprovalRules(
        roles,
        separate,
        stated(approval, "purpose", "a sentence"),
        stated(approval, "recipients", "a name"),
        approval.whole("expires_days", 1, MOST_DAYS),
        approval.texts("replay_targets", HOST, "a host such as bench.internal or localhost:8000"));
  }

  private static Stated stated(YamlSection approval, String key, String expected) {
    if (!approval.has(key)) {
      return new Stated.Nowhere();
    }
    if (approval.isList(key)) {
      return new Stated.InPolicy(approval.texts(key, TEXT, expected));
    }
    String text = approval.text(key).orElse(REQUIRED);
    return text.equals(REQUIRED) ? new Stated.AtApproval() : new Stated.InPolicy(List.of(text));
  }
}
