package dev.facsimile.anonymize.plan;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A policy to start from, made for one trace: no text, the trace's own unit, k = 11, lengths as
 * coarse as the risk asks for, and every column that holds anything, but for users.
 *
 * @param lengths the operator for lengths
 * @param reasons why it is as it is, a sentence each
 * @param yaml the policy file
 */
public record PolicySuggestion(Operator lengths, List<String> reasons, String yaml) {
  /** Fewer requests than this alone with their lengths is taken as few: 1 ÷ 11. */
  private static final double FEW = 0.09;

  /**
   * For a trace.
   *
   * @param blockTokens tokens in a prefix block, which a class of lengths must divide; 0 without
   */
  public static PolicySuggestion of(InputProfile profile, int blockTokens) {
    List<String> reasons = new ArrayList<>();
    Operator lengths = lengths(profile, blockTokens, reasons);
    reasons.add(
        switch (profile.unit()) {
          case TENANT ->
              "unit: the trace tells tenants apart"
                  + (names(profile, TraceColumn.USER_ID)
                      ? ", and users: choose user where it is persons who must not be found"
                      : "");
          case USER -> "unit: no row has a tenant; the trace tells users apart";
          case SESSION ->
              "unit: no row has a tenant or a user; one person with many sessions counts as many"
                  + " units";
          case SINGLE_OWNER ->
              "unit: no row has a tenant, user or session, so that each request counts for itself;"
                  + " use it only if one owner may release all of it";
        });
    profile
        .content()
        .ifPresent(
            content ->
                reasons.add(
                    String.format(
                        Locale.ROOT,
                        "content: %,d requests have text, which no-text drops; surrogate-text keeps"
                            + " its token counts and prefix sharing",
                        content.requests())));
    return new PolicySuggestion(lengths, reasons, yaml(profile, lengths));
  }

  private static boolean names(InputProfile profile, TraceColumn column) {
    return profile.columns().stream().anyMatch(named -> named.name().equals(column.word()));
  }

  private static Operator lengths(InputProfile profile, int blockTokens, List<String> reasons) {
    if (profile.aloneByBucket().isEmpty()) {
      return Operator.EXACT;
    }
    Operator chosen = Operator.EXACT;
    for (Operator each : List.of(Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64)) {
      boolean fits = blockTokens == 0 || blockTokens % each.bucketTokens() == 0;
      boolean needed = profile.aloneByBucket().get(chosen.bucketTokens()) >= FEW;
      chosen = fits && needed ? each : chosen;
    }
    double alone = profile.aloneByBucket().get(chosen.bucketTokens());
    reasons.add(
        String.format(
            Locale.ROOT,
            "lengths: %s leaves %.1f %% of requests alone with their lengths, exact ones %.1f %%%s",
            chosen.word(),
            100 * alone,
            100 * profile.aloneByBucket().get(1),
            alone >= FEW ? "; drop a length where that is too many" : ""));
    return chosen;
  }

  /** No later stage asks whose a request was. */
  private static boolean needed(InputProfile.Column column) {
    return !column.name().equals(TraceColumn.USER_ID.word());
  }

  private static String yaml(InputProfile profile, Operator lengths) {
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        "# Suggested for one trace by 'facsimile anonymize plan'. Read each line before use.\n");
    yaml.append("policy: {id: suggested, version: 1, profile: no-text}\n");
    yaml.append("unit: {column: ").append(profile.unit().word()).append("}\n");
    yaml.append("k: ").append(Policy.DEFAULT_K).append('\n');
    yaml.append("lengths: ").append(lengths.word()).append('\n');
    yaml.append("blocks: {partial_last: drop}\n");
    yaml.append("risk: {max_linkage_gain: 0.05, max_inference_gain: 0.05}\n");
    yaml.append("approval: none\nexpires_days: 180\nschema:\n  default: drop\n  columns:\n");
    for (InputProfile.Column column : profile.columns()) {
      if (!column.name().equals(TraceColumn.CONTENT.word())) {
        yaml.append("    ").append(column.name());
        yaml.append(": {class: ").append(needed(column) ? column.kind() : "drop").append("}\n");
      }
    }
    return yaml.toString();
  }
}
