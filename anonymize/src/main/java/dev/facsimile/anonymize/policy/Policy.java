package dev.facsimile.anonymize.policy;

import dev.facsimile.trace.approval.ApprovalManifest.PolicyReference;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What of a trace may be released and in what form, under the profile {@code no-text}.
 *
 * @param reference id, version and digest of the policy file
 * @param unit whose data it is
 * @param k the least number of units behind a category's value, and behind a prefix block that
 *     keeps its identity across units
 * @param columns the allowlist: a column that is not in it is dropped
 * @param keepPartialLast whether a prompt's last, not full block keeps an id
 * @param expiresDays days from the release to the approval's last day; absent when it never expires
 */
public record Policy(
    PolicyReference reference,
    Unit unit,
    int k,
    Map<TraceColumn, Operator> columns,
    boolean keepPartialLast,
    OptionalInt expiresDays) {

  /** The one profile so far. */
  public static final String PROFILE = "no-text";

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
    TENANT("tenant", "tenant"),
    SESSION("session", "session_id"),
    /** All rows belong to one owner; each request counts for itself. */
    SINGLE_OWNER("single-owner", "request_id");

    private final String word;
    private final String column;

    Principal(String word, String column) {
      this.word = word;
      this.column = column;
    }

    /** The word in a policy. */
    public String word() {
      return word;
    }

    /** The trace's column that tells units apart. */
    public String column() {
      return column;
    }
  }

  public Policy {
    if (k < 2) {
      throw new IllegalArgumentException("k is " + k + ", expected 2 or more");
    }
    if (columns.containsKey(TraceColumn.CONTENT)
        && columns.get(TraceColumn.CONTENT) != Operator.DROP) {
      throw new IllegalArgumentException("content is kept, expected drop under " + PROFILE);
    }
    columns = Collections.unmodifiableMap(new EnumMap<>(columns));
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
