package dev.facsimile.anonymize.plan;

import dev.facsimile.anonymize.policy.Policy.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What is in a raw trace: names of columns, counts and shares, never a value.
 *
 * @param rows requests
 * @param logFormats names of the log formats that it came from
 * @param spanNanos from the first arrival to the last
 * @param startTimeTold whether the header tells the absolute time
 * @param unit what tells units apart: the policy's, or the finest that the trace offers for sure
 * @param units how many of them
 * @param k the class size below which a value counts as rare
 * @param columns the trace's columns that hold any value
 * @param unknownColumns columns that a trace does not have, with their values; never released
 * @param aloneByBucket share of the requests that are alone with their (input, output) lengths, by
 *     the tokens in a class of lengths; empty without lengths
 * @param content what the texts are
 */
public record InputProfile(
    long rows,
    List<String> logFormats,
    long spanNanos,
    boolean startTimeTold,
    Principal unit,
    long units,
    int k,
    List<Column> columns,
    SortedMap<String, Long> unknownColumns,
    Map<Integer, Double> aloneByBucket,
    Optional<ContentProfile> content) {

  public InputProfile {
    columns = List.copyOf(columns);
  }

  /**
   * A column that holds any value.
   *
   * @param name as in the file
   * @param kind its class in a policy
   * @param values rows with a value
   * @param distinct distinct values, counted up to {@link #MOST_DISTINCT}
   * @param rare of a category, values of fewer than k units; absent for other classes
   */
  public record Column(String name, String kind, long values, long distinct, Optional<Long> rare) {
    /** Distinct values are counted so far. */
    public static final int MOST_DISTINCT = 100_000;
  }
}
