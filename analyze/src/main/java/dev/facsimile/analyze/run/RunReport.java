package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Second;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures of a run; as JSON, the document that {@code analyze run --json} writes. Times are
 * nanoseconds, shares are from 0 to 1.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the document's layout
 * @param methodVersion version of the definitions that the figures follow
 * @param toolVersion version of Facsimile that wrote it
 * @param unapproved whether the run was made from a trace without a valid approval
 * @param percentileConvention how percentiles are taken, a sentence
 * @param run the run's own manifest
 * @param counts the accounting, added up anew from the outcomes
 * @param reasons why requests did not complete
 * @param window the time that load was offered in
 * @param rates per second
 * @param latencies by {@link LatencyMetric#word()}
 * @param gaps times between consecutive chunks with tokens, pooled over completed requests
 * @param offeredTails percentiles over all offered requests, with what did not complete as never
 * @param tokens tokens received and how they were counted
 * @param slo objectives and how many requests met them
 * @param slices by what was planned of a request
 * @param workload what was really sent
 * @param findings what a reader should know, one sentence each
 * @param series one row per second
 */
record RunReport(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    boolean unapproved,
    String percentileConvention,
    RunManifest run,
    RunManifest.Counts counts,
    List<Reasons.Reason> reasons,
    Window window,
    Rates rates,
    Map<String, Summary> latencies,
    Summary gaps,
    List<OfferedTail> offeredTails,
    Tokens tokens,
    Slo slo,
    List<Slice> slices,
    Workload workload,
    List<String> findings,
    List<Second> series) {

  static final String FORMAT = "facsimile-run-report";
  static final int VERSION = 1;
  static final String CONVENTION =
      "Nearest rank, exact: the p-th percentile of n values is the one of rank ⌈p/100 · n⌉. Gaps"
          + " alone come from a histogram, at most 0.1 % too high.";

  /**
   * When load was offered.
   *
   * @param nanos from the run's zero to the last time at which a request was due; the whole run
   *     where that is under a second
   * @param wholeRun whether it is the whole run for that reason
   */
  record Window(long nanos, boolean wholeRun) {
    double seconds() {
      return nanos / 1e9;
    }
  }

  /**
   * Requests offered and good per second of the window; the others per second of the whole run, the
   * drain at its end included. Tokens are those of completed requests.
   */
  record Rates(
      double offeredPerSecond,
      double goodputPerSecond,
      double completedPerSecond,
      double inputTokensPerSecond,
      double outputTokensPerSecond,
      double totalTokensPerSecond) {}

  /**
   * A percentile over all offered requests.
   *
   * @param metric the latency's word
   * @param percent which percentile
   * @param nanos its value; absent where so many did not complete that it is never reached
   */
  record OfferedTail(String metric, double percent, OptionalLong nanos) {}

  /**
   * Tokens of completed requests.
   *
   * @param outputSources how output tokens were counted
   * @param inputTokens prompt tokens, by the server's count where it gave one
   * @param inputCountedByServer requests whose prompt tokens the server counted
   * @param outputTokens generated tokens by the best source
   * @param plannedOutputTokens planned, of the requests that have a plan
   * @param receivedOutputTokens received by the same requests
   * @param exactLength how many of those received exactly what was planned
   * @param planned how many requests have a plan
   * @param outputTokensOfOthers received by requests that did not complete; in no other figure
   */
  record Tokens(
      List<Source> outputSources,
      long inputTokens,
      long inputCountedByServer,
      long outputTokens,
      long plannedOutputTokens,
      long receivedOutputTokens,
      long exactLength,
      long planned,
      long outputTokensOfOthers) {}

  /**
   * Requests whose output tokens one source counted.
   *
   * @param source {@code usage}, {@code tokenizer} or {@code events}
   */
  record Source(String source, long requests, long tokens) {}

  /**
   * How the objectives fared.
   *
   * @param limitNanos the objectives
   * @param stated whether a person stated them; else they are the defaults
   * @param offered requests offered, the denominator
   * @param good how many met all, from schedule and from dispatch
   * @param share good ÷ offered
   * @param objectives each alone
   * @param plannedDisconnects requests that the workload itself cut off, judged up to the cut
   * @param goodPlannedDisconnects how many of those had missed nothing by then, from schedule
   */
  record Slo(
      Map<Objective, Long> limitNanos,
      boolean stated,
      long offered,
      Map<Since, Long> good,
      Map<Since, Double> share,
      List<SloCount.Share> objectives,
      long plannedDisconnects,
      long goodPlannedDisconnects) {}

  /**
   * What was really sent.
   *
   * @param inputTokens of dispatched requests; absent without any
   * @param outputTokens of completed requests; absent without any
   * @param classes share of each class among the offered
   * @param dispatchedDispersion index of dispersion of requests dispatched per second of the
   *     window: 1 for a Poisson process, more for bursts; absent under 2 seconds
   */
  record Workload(
      Optional<Lengths> inputTokens,
      Optional<Lengths> outputTokens,
      List<ClassShare> classes,
      OptionalDouble dispatchedDispersion) {}

  /** A class and how many requests it has. */
  record ClassShare(String name, long requests) {}

  /** One latency's summary. */
  Summary latency(LatencyMetric metric) {
    return latencies.get(metric.word());
  }
}
