package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.PercentileRule;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Second;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

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
 * @param percentileRule the same as a word
 * @param lacks facts that the run does not hold; none for a run of ours
 * @param selection the part of the run that the figures are over; absent for the whole
 * @param run the run's own manifest
 * @param counts the accounting, added up anew from the outcomes
 * @param retries attempts beyond the first of each request; in no other count
 * @param reasons why requests did not complete
 * @param window the time that load was offered in
 * @param rates per second
 * @param latencies by {@link LatencyMetric#word()}
 * @param gaps times between consecutive chunks with tokens, pooled over completed requests
 * @param offeredTails percentiles over all offered requests, with what did not complete as never
 * @param tokens tokens received and how they were counted
 * @param slo objectives and how many requests met them
 * @param slices by what was planned of a request
 * @param outputBuckets E2E by the length of the answer
 * @param workload what was really sent
 * @param spikes stretches of far higher load, and the recovery behind each
 * @param trends how figures moved over the run
 * @param server what servers and GPUs told of themselves
 * @param serverQueue whether queue time is known per request or as a series only
 * @param firstTokenParts what the time to the first token was made of, where the server tells
 * @param efficiency what the tokens took; absent without power, utilization and prices
 * @param worst requests that waited longest for the first token
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
    PercentileRule percentileRule,
    Set<Lack> lacks,
    Optional<Selection> selection,
    RunManifest run,
    RunManifest.Counts counts,
    long retries,
    List<Reasons.Reason> reasons,
    Window window,
    Rates rates,
    Map<String, Summary> latencies,
    Summary gaps,
    List<OfferedTail> offeredTails,
    Tokens tokens,
    Slo slo,
    List<Slice> slices,
    List<OutputBucket> outputBuckets,
    Workload workload,
    List<Spike> spikes,
    List<Trend> trends,
    List<ServerSummary> server,
    ServerQueue serverQueue,
    List<FirstTokenPart> firstTokenParts,
    Optional<Efficiency> efficiency,
    List<WorstRequest> worst,
    List<String> findings,
    List<Second> series) {

  static final String FORMAT = "facsimile-run-report";
  static final int VERSION = 2;
  static final String GAPS =
      " Gaps alone come from a histogram, at most 0.1 % too high. Intervals are 95 %, from batches"
          + " in time.";

  /** Where the time that a request waited inside the server is known. */
  enum ServerQueue {
    /** As a time of each request, which the server told. */
    PER_REQUEST,
    /** As the number of requests waiting, over time; not for each request. */
    SERIES_ONLY,
    UNKNOWN;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * When load was offered.
   *
   * @param fromNanos its start; the run's zero unless a part of the run was selected
   * @param nanos from there to the last time at which a request was due; the whole run where that
   *     is under a second
   * @param wholeRun whether it is the whole run for that reason
   * @param tokenNanos what rates of completions and tokens are over: the whole run, its drain
   *     included; the window where a part of the run was selected
   */
  record Window(long fromNanos, long nanos, boolean wholeRun, long tokenNanos) {
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
   * @param outputCounts the server's, the tokenizer's and the chunks' count side by side
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
      List<Count> outputCounts,
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
   * One count of output tokens, over the completed requests that have it.
   *
   * @param source {@code usage}, {@code tokenizer} or {@code events}
   * @param requests how many requests have it
   * @param tokens what it adds up to
   * @param used for how many it is the one that ITL, rates and lengths are made of
   * @param usedTokens what the one that is used adds up to, over the same requests
   * @param same for how many the two are equal
   * @param plannedTokens planned, of those of the requests that have a plan
   * @param tokensOfPlanned what this count adds up to over them
   */
  record Count(
      String source,
      long requests,
      long tokens,
      long used,
      long usedTokens,
      long same,
      long plannedTokens,
      long tokensOfPlanned) {}

  /**
   * How the objectives fared.
   *
   * @param limitNanos the objectives
   * @param stated whether a person stated them; else they are the defaults
   * @param offered requests offered, the denominator
   * @param good how many met all, from schedule and from dispatch
   * @param share good ÷ offered
   * @param shareLow lower end of the 95 % interval of the share from schedule
   * @param shareHigh upper end
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
      double shareLow,
      double shareHigh,
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
   * @param dispersionOfTenSeconds the same in spans of 10 s
   * @param gapVariation coefficient of variation of the times between due requests; 1 for Poisson
   * @param prefixHits realised against planned prefix hits
   * @param finishReasons the engine's reasons to stop, of completed requests
   */
  record Workload(
      Optional<Lengths> inputTokens,
      Optional<Lengths> outputTokens,
      List<ClassShare> classes,
      OptionalDouble dispatchedDispersion,
      OptionalDouble dispersionOfTenSeconds,
      OptionalDouble gapVariation,
      CacheTally.Hits prefixHits,
      List<ClassShare> finishReasons) {}

  /** A word, such as a class, and how many requests have it. */
  record ClassShare(String name, long requests) {}

  /** Whether the run tells when requests were due. */
  boolean tellsSchedule() {
    return !lacks.contains(Lack.SCHEDULE);
  }

  /** What a user's wait is counted from. */
  LatencyMetric userTtft() {
    return tellsSchedule() ? LatencyMetric.TTFT_FROM_SCHEDULE : LatencyMetric.TTFT_FROM_DISPATCH;
  }

  /** One latency's summary. */
  Summary latency(LatencyMetric metric) {
    return latencies.get(metric.word());
  }
}
