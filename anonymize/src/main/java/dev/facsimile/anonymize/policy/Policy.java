package dev.facsimile.anonymize.policy;

import dev.facsimile.anonymize.risk.DataUnit;
import dev.facsimile.trace.approval.ApprovalManifest.PolicyReference;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What of a trace may be released and in what form.
 *
 * @param reference id, version and digest of the policy file
 * @param profile what becomes of text
 * @param unit whose data it is
 * @param k the least number of units behind a category's value, and behind a prefix block that
 *     keeps its identity across units
 * @param columns the allowlist: a column that is not in it is dropped
 * @param topCodePercentile lengths above this percentile of their column are told as one; absent
 *     when none are
 * @param partialLast what becomes of a prompt's last, not full block
 * @param time what becomes of time
 * @param tools what becomes of tools where text is released
 * @param detect what detectors look for
 * @param risk the most risk
 * @param gates what the check of the written file may find
 * @param approval who must approve
 */
public record Policy(
    PolicyReference reference,
    Profile profile,
    Unit unit,
    int k,
    Map<TraceColumn, Operator> columns,
    OptionalDouble topCodePercentile,
    PartialLast partialLast,
    TimeRules time,
    ToolCalls tools,
    DetectRules detect,
    RiskLimits risk,
    Gates gates,
    ApprovalRules approval) {

  /** The least class size in use for public releases: 1/11 is a risk of 9 %. */
  public static final int DEFAULT_K = 11;

  /**
   * The data principal: the unit that must not be singled out.
   *
   * @param principal the column that tells units apart
   * @param singleOwnerWhenAbsent whether a trace without that column counts as one owner's; such a
   *     trace is refused otherwise
   */
  public record Unit(Principal principal, boolean singleOwnerWhenAbsent) {}

  /** What tells units apart. */
  public enum Principal {
    TENANT("tenant", "tenant", DataUnit.TENANT),
    /** A person, whatever the tenant that he comes under. */
    USER("user", "user_id", DataUnit.USER),
    SESSION("session", "session_id", DataUnit.SESSION),
    /** All rows belong to one owner; each request counts for itself. */
    SINGLE_OWNER("single-owner", "request_id", DataUnit.REQUEST);

    private final String word;
    private final String column;
    private final DataUnit dataUnit;

    Principal(String word, String column, DataUnit dataUnit) {
      this.word = word;
      this.column = column;
      this.dataUnit = dataUnit;
    }

    /** The word in a policy. */
    public String word() {
      return word;
    }

    /** The trace's column that tells units apart. */
    public String column() {
      return column;
    }

    /** What risk is measured of. */
    public DataUnit dataUnit() {
      return dataUnit;
    }
  }

  public Policy {
    if (k < 2) {
      throw new IllegalArgumentException("k is " + k + ", expected 2 or more");
    }
    boolean text = columns.getOrDefault(TraceColumn.CONTENT, Operator.DROP) != Operator.DROP;
    if (text != profile.releasesText()) {
      throw new IllegalArgumentException(
          "content is " + (text ? "kept" : "dropped") + " under " + profile.word());
    }
    columns = Collections.unmodifiableMap(new EnumMap<>(columns));
  }

  /** This policy without limits on risk: rows planted for a test change the risk. */
  public Policy withoutRiskLimits() {
    return new Policy(
        reference,
        profile,
        unit,
        k,
        columns,
        topCodePercentile,
        partialLast,
        time,
        tools,
        detect,
        RiskLimits.NONE,
        gates,
        approval);
  }

  /** What is done to {@code column}. */
  public Operator operator(TraceColumn column) {
    return columns.getOrDefault(column, Operator.DROP);
  }

  /** Whether anything of {@code column} is released. */
  public boolean keeps(TraceColumn column) {
    return operator(column) != Operator.DROP;
  }
}
