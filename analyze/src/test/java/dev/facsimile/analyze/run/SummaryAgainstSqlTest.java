package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every number of a report's summary, worked out a second time by DuckDB from the Parquet file. */
class SummaryAgainstSqlTest {
  private static final String TOKENS =
      "coalesce(usage_output_tokens, tokenizer_tokens, event_tokens)";
  private static final String ITL =
      "case when streamed and "
          + TOKENS
          + " > 1 then (last_token_ns - first_token_ns) // ("
          + TOKENS
          + " - 1) end";

  @TempDir private Path scratch;
  private Connection duckdb;
  private RunReport report;

  private void read(long seed, int requests, double perSecond) throws IOException, SQLException {
    RunFolder folder =
        RunFixture.write(scratch.resolve("run"), SyntheticOutcomes.of(seed, requests, perSecond));
    report = RunAnalysis.of(RunSource.of(folder), ReportOptions.DEFAULT, Progress.SILENT).report();
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(
          "create view o as select *, "
              + TOKENS
              + " as tokens, "
              + ITL
              + " as itl, status = 'completed' as done from read_parquet('"
              + folder.path().resolve("outcomes.parquet")
              + "')");
    }
  }

  @AfterEach
  void close() throws SQLException {
    duckdb.close();
  }

  private List<Double> row(String sql) throws SQLException {
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertTrue(rows.next(), sql);
      List<Double> row = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.add(rows.getDouble(i));
      }
      return row;
    }
  }

  private double one(String sql) throws SQLException {
    return row("select " + sql + " from o").get(0);
  }

  @ParameterizedTest(name = "run of seed {0}")
  @CsvSource({"21, 12000, 150", "22, 9000, 20", "23, 700, 5"})
  void everyNumberAgrees(long seed, int requests, double perSecond) throws Exception {
    read(seed, requests, perSecond);
    counts();
    ratesAndTokens();
    tokenCounts();
    firstTokenParts();
    objectives();
    latencies();
    offeredTails();
    slices();
    outputBuckets();
    lengths();
  }

  private void counts() throws SQLException {
    RunManifest.Counts counts = report.counts();
    assertEquals(one("count(*)"), counts.offered());
    assertEquals(one("count(dispatched_ns)"), counts.dispatched());
    assertEquals(one("count(*) filter (http_status // 100 = 2)"), counts.accepted());
    assertEquals(one("count(*) filter (done)"), counts.completed());
    assertEquals(one("count(*) filter (status = 'rejected')"), counts.rejected());
    assertEquals(one("count(*) filter (status = 'timed-out')"), counts.timedOut());
    assertEquals(one("count(*) filter (status = 'cancelled')"), counts.cancelled());
    assertEquals(one("count(*) filter (status = 'failed')"), counts.failed());
    assertEquals(one("count(*) filter (status = 'never-sent')"), counts.neverSent());
    assertEquals(one("sum(greatest(attempts - 1, 0))"), report.retries());
    assertEquals(
        one("count(*) filter (not done)"),
        report.reasons().stream().mapToLong(Reasons.Reason::requests).sum());
  }

  /** The three counts side by side, each over the requests that have it. */
  private void tokenCounts() throws SQLException {
    List<RunReport.Count> counts = report.tokens().outputCounts();
    assertEquals(
        List.of("usage", "tokenizer", "events"), counts.stream().map(c -> c.source()).toList());
    String where = " filter (done and token_source = '";
    for (RunReport.Count count : counts) {
      String column =
          count.source().equals("usage")
              ? "usage_output_tokens"
              : count.source().equals("tokenizer") ? "tokenizer_tokens" : "event_tokens";
      String has = " filter (done and " + column + " is not null";
      assertEquals(one("count(" + column + ")" + has + ")"), count.requests(), column);
      assertEquals(one("sum(" + column + ")" + has + ")"), count.tokens(), column);
      assertEquals(one("sum(tokens)" + has + ")"), count.usedTokens(), column);
      assertEquals(one("count(*)" + has + " and " + column + " = tokens)"), count.same(), column);
      assertEquals(one("count(*)" + where + count.source() + "')"), count.used(), column);
      assertEquals(
          one("sum(planned_output_tokens)" + has + " and planned_output_tokens is not null)"),
          count.plannedTokens(),
          column);
    }
  }

  private void firstTokenParts() throws SQLException {
    List<FirstTokenPart> parts = report.firstTokenParts();
    String queue = "server_queue_ns";
    String has =
        " from o where done and streamed and server_prefill_ns is not null and first_token_ns is"
            + " not null and "
            + queue
            + " is not null";
    List<Double> found =
        row(
            "select count(*), avg(first_token_ns - scheduled_ns), avg("
                + queue
                + "), quantile_disc("
                + queue
                + ", 0.99), avg(admitted_ns - woken_ns)"
                + has);
    FirstTokenPart whole = parts.get(parts.size() - 1);
    FirstTokenPart queued = parts.get(4);
    assertEquals(found.get(0), whole.requests());
    assertEquals(found.get(1), whole.meanNanos(), 1e-9 * found.get(1));
    assertEquals(found.get(2), queued.meanNanos(), 1e-9 * found.get(2));
    assertEquals(found.get(3), queued.p99Nanos());
    assertEquals(found.get(4), parts.get(1).meanNanos(), 1e-9 * found.get(4) + 1e-6);
    double sum = parts.stream().limit(6).mapToDouble(FirstTokenPart::meanNanos).sum();
    assertEquals(whole.meanNanos(), sum, 1e-6 * sum);
  }

  private void ratesAndTokens() throws SQLException {
    double window = one("max(scheduled_ns) / 1e9");
    double run = one("max(end_ns) / 1e9");
    double input = one("sum(coalesce(usage_input_tokens, planned_input_tokens)) filter (done)");
    double output = one("sum(tokens) filter (done)");
    RunReport.Rates rates = report.rates();
    assertEquals(report.counts().offered() / window, rates.offeredPerSecond(), 1e-9);
    assertEquals(report.counts().completed() / run, rates.completedPerSecond(), 1e-9);
    assertEquals(input / run, rates.inputTokensPerSecond(), 1e-6);
    assertEquals(output / run, rates.outputTokensPerSecond(), 1e-6);
    assertEquals((input + output) / run, rates.totalTokensPerSecond(), 1e-6);
    assertEquals(
        one("count(*) filter (" + good("scheduled_ns") + ")") / window,
        rates.goodputPerSecond(),
        1e-9);
    assertEquals(input, report.tokens().inputTokens());
    assertEquals(output, report.tokens().outputTokens());
    assertEquals(
        one("sum(tokens) filter (not done and dispatched_ns is not null)"),
        report.tokens().outputTokensOfOthers());
    assertEquals(
        one("count(*) filter (done and tokens = planned_output_tokens)"),
        report.tokens().exactLength());
  }

  private static String good(String from) {
    return "done and first_token_ns - " + from + " <= 1e9 and coalesce(itl, 0) <= 1e8";
  }

  private void objectives() throws SQLException {
    assertEquals(
        one("count(*) filter (" + good("scheduled_ns") + ")"),
        (double) report.slo().good().get(Since.SCHEDULE));
    assertEquals(
        one("count(*) filter (" + good("dispatched_ns") + ")"),
        (double) report.slo().good().get(Since.DISPATCH));
    for (SloCount.Share share : report.slo().objectives()) {
      String from = share.since() == Since.SCHEDULE ? "scheduled_ns" : "dispatched_ns";
      boolean ttft = share.objective() == Objective.TTFT;
      assertEquals(
          one(
              "count(*) filter (done and "
                  + (ttft ? "first_token_ns - " + from + " <= 1e9" : "itl <= 1e8")
                  + ")"),
          share.met());
      assertEquals(
          ttft ? one("count(*)") : one("count(*) filter (not done or itl is not null)"),
          share.applies());
    }
  }

  private void agrees(Summary summary, String value, String where) throws SQLException {
    StringBuilder select = new StringBuilder("select count(v), avg(v), min(v), max(v)");
    Summary.PERCENTS.forEach(
        p -> select.append(", quantile_disc(v, ").append(Math.round(p * 10) / 1000.0).append(')'));
    List<Double> row = row(select + " from (select " + value + " as v from o where " + where + ")");
    assertEquals(row.get(0), summary.n(), where);
    if (summary.n() == 0) {
      return;
    }
    assertEquals(row.get(1), summary.meanNanos().getAsDouble(), 1e-9 * row.get(1) + 1e-6);
    assertEquals(row.get(2), summary.minNanos().getAsLong());
    assertEquals(row.get(3), summary.maxNanos().getAsLong());
    for (int i = 0; i < Summary.PERCENTS.size(); i++) {
      assertEquals(row.get(4 + i), summary.percentiles().get(i).nanos(), value + " of " + where);
    }
  }

  private static String sql(LatencyMetric metric) {
    return switch (metric) {
      case TTFT_FROM_DISPATCH -> "first_token_ns - dispatched_ns";
      case TTFT_FROM_SCHEDULE -> "first_token_ns - scheduled_ns";
      case ITL -> "itl";
      case E2E_FROM_DISPATCH -> "last_token_ns - dispatched_ns";
      case E2E_FROM_SCHEDULE -> "last_token_ns - scheduled_ns";
      case STREAM_CLOSE -> "end_ns - last_token_ns";
      case SEND_LAG -> "dispatched_ns - scheduled_ns";
      case WAKE -> "woken_ns - scheduled_ns";
      case SLOT -> "admitted_ns - woken_ns";
      case CONNECT -> "coalesce(connected_ns - admitted_ns, 0)";
      case WRITE -> "dispatched_ns - coalesce(connected_ns, admitted_ns)";
      case SERVER_QUEUE -> "server_queue_ns";
      case SERVER_PREFILL -> "server_prefill_ns";
      case SERVER_DECODE -> "server_decode_ns";
      case OUTSIDE_ENGINE ->
          "case when streamed then first_token_ns - dispatched_ns - server_queue_ns"
              + " - server_prefill_ns end";
    };
  }

  private void latencies() throws SQLException {
    for (LatencyMetric metric : LatencyMetric.values()) {
      agrees(
          report.latency(metric),
          sql(metric),
          metric.completedOnly() ? "done" : "dispatched_ns is not null");
    }
  }

  /** What did not complete counts as never: a percentile beyond the completed share is null. */
  private void offeredTails() throws SQLException {
    for (RunReport.OfferedTail tail : report.offeredTails()) {
      String value =
          tail.metric().equals("ttft_from_schedule") ? "first_token_ns" : "last_token_ns";
      double found =
          row("select quantile_disc(v, "
                  + Math.round(tail.percent() * 10) / 1000.0
                  + ") from (select case when done and "
                  + value
                  + " is not null then "
                  + value
                  + " - scheduled_ns else 9e18::bigint end as v from o)")
              .get(0);
      assertEquals(found, tail.nanos().isPresent() ? tail.nanos().getAsLong() : 9e18);
    }
  }

  private void slices() throws SQLException {
    List<Slice> classes =
        report.slices().stream().filter(s -> s.dimension() == Dimension.CLASS).toList();
    assertEquals(3, classes.size());
    List<Slice> long1024 =
        report.slices().stream()
            .filter(s -> s.dimension() == Dimension.INPUT_LENGTH && s.value().startsWith("1024"))
            .toList();
    for (Slice slice : classes) {
      slice(slice, "class = '" + slice.value() + "'");
    }
    for (Slice slice : long1024) {
      slice(slice, "planned_input_tokens between 1024 and 4095");
    }
  }

  private void slice(Slice slice, String where) throws SQLException {
    assertEquals(one("count(*) filter (" + where + ")"), slice.offered());
    assertEquals(one("count(*) filter (done and " + where + ")"), slice.completed());
    assertEquals(
        one("count(*) filter (" + good("scheduled_ns") + " and " + where + ")"), slice.good());
    for (LatencyMetric metric : Slice.METRICS) {
      agrees(slice.latency(metric), sql(metric), "done and " + where);
    }
  }

  private void outputBuckets() throws SQLException {
    for (OutputBucket bucket : report.outputBuckets()) {
      String where =
          bucket.outputTokens().equals("0–31")
              ? "done and tokens < 32"
              : "done and tokens between 32 and 127";
      agrees(bucket.e2eFromDispatch(), "last_token_ns - dispatched_ns", where);
      agrees(bucket.e2eFromSchedule(), "last_token_ns - scheduled_ns", where);
      agrees(
          bucket.perOutputToken(),
          "(last_token_ns - dispatched_ns) // tokens",
          where + " and tokens > 0 and last_token_ns is not null");
    }
  }

  private void lengths() throws SQLException {
    Lengths output = report.workload().outputTokens().orElseThrow();
    List<Double> row =
        row(
            "select count(tokens), avg(tokens), min(tokens), quantile_disc(tokens, 0.5),"
                + " quantile_disc(tokens, 0.99), max(tokens) from o where done");
    assertEquals(
        row,
        List.of(
            (double) output.n(),
            output.mean(),
            (double) output.min(),
            (double) output.p50(),
            (double) output.p99(),
            (double) output.max()));
  }
}
