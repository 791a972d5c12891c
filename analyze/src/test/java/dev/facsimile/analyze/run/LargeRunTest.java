package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.RunFolder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 200,000 seeded outcomes, whose figures DuckDB works out from the file as well. */
class LargeRunTest {
  private static final int REQUESTS = 200_000;

  @TempDir private static Path scratch;
  private static RunFolder folder;
  private static RunAnalysis analysis;
  private static Duration taken;
  private static Connection duckdb;

  @BeforeAll
  static void readARun() throws Exception {
    folder = RunFixture.write(scratch.resolve("run"), SyntheticOutcomes.of(11, REQUESTS, 300));
    long start = System.nanoTime();
    analysis = RunAnalysis.of(RunSource.of(folder), ReportOptions.DEFAULT, Progress.SILENT);
    taken = Duration.ofNanos(System.nanoTime() - start);
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = duckdb.createStatement()) {
      statement.execute("set threads = 2");
      statement.execute(
          "create table outcomes as from read_parquet('"
              + folder.path().resolve("outcomes.parquet")
              + "')");
    }
  }

  @AfterAll
  static void close() throws Exception {
    duckdb.close();
  }

  @Test
  void everySummaryAgreesWithSql() throws Exception {
    String completed = "status = 'completed'";
    agrees(LatencyMetric.TTFT_FROM_DISPATCH, "first_token_ns - dispatched_ns", completed);
    agrees(LatencyMetric.TTFT_FROM_SCHEDULE, "first_token_ns - scheduled_ns", completed);
    agrees(LatencyMetric.E2E_FROM_DISPATCH, "last_token_ns - dispatched_ns", completed);
    agrees(LatencyMetric.E2E_FROM_SCHEDULE, "last_token_ns - scheduled_ns", completed);
    agrees(
        LatencyMetric.ITL,
        "(last_token_ns - first_token_ns)"
            + " // nullif(coalesce(usage_output_tokens, tokenizer_tokens, event_tokens) - 1, 0)",
        completed
            + " and streamed and coalesce(usage_output_tokens, tokenizer_tokens, event_tokens) >"
            + " 1");
    String sent = "dispatched_ns is not null";
    agrees(LatencyMetric.SEND_LAG, "dispatched_ns - scheduled_ns", sent);
    agrees(LatencyMetric.WAKE, "woken_ns - scheduled_ns", sent);
    agrees(LatencyMetric.SLOT, "admitted_ns - woken_ns", sent);
    agrees(LatencyMetric.CONNECT, "coalesce(connected_ns - admitted_ns, 0)", sent);
    agrees(LatencyMetric.WRITE, "dispatched_ns - coalesce(connected_ns, admitted_ns)", sent);
  }

  private static void agrees(LatencyMetric metric, String value, String where) throws Exception {
    Summary summary = analysis.report().latency(metric);
    // quantile_disc takes a value that occurred, of rank ceil(p n), as nearest rank does.
    StringBuilder select = new StringBuilder("select count(*), avg(v), max(v)");
    for (double percent : Summary.PERCENTS) {
      select.append(", quantile_disc(v, ").append(BigDecimal.valueOf(percent).movePointLeft(2));
      select.append(')');
    }
    String sql =
        select + " from (select " + value + " as v from outcomes where " + where + ") where v >= 0";
    query(
        sql,
        row -> {
          assertEquals(row.getLong(1), summary.n(), metric.word());
          // Sums of doubles in another order differ in the last digits.
          assertEquals(
              row.getDouble(2), summary.meanNanos().getAsDouble(), 1e-9 * row.getDouble(2) + 1e-6);
          assertEquals(row.getLong(3), summary.maxNanos().getAsLong(), metric.word());
          for (int i = 0; i < Summary.PERCENTS.size(); i++) {
            assertEquals(
                row.getLong(4 + i),
                summary.percentiles().get(i).nanos(),
                metric.word() + " p" + Summary.PERCENTS.get(i));
          }
        });
  }

  @Test
  void sharesAndTokensAgreeWithSql() throws Exception {
    String tokens = "coalesce(usage_output_tokens, tokenizer_tokens, event_tokens)";
    String itl = "(last_token_ns - first_token_ns) // nullif(" + tokens + " - 1, 0)";
    query(
        "select count(*), count(*) filter (status = 'completed'"
            + " and first_token_ns - scheduled_ns <= 1000000000"
            + (" and (not streamed or " + tokens + " < 2 or " + itl + " <= 100000000)),")
            + " sum("
            + tokens
            + ") filter (status = 'completed')"
            + " from outcomes",
        row -> {
          RunReport report = analysis.report();
          assertEquals(row.getLong(1), report.slo().offered());
          assertEquals(row.getLong(2), report.slo().good().get(Since.SCHEDULE));
          assertEquals(row.getLong(3), report.tokens().outputTokens());
        });
  }

  @Test
  void pooledGapsAreAtMostATenthOfAPerCentAboveSql() throws Exception {
    query(
        "select count(*), quantile_disc(v, 0.99), max(v) from"
            + " (select unnest(gap_ns) as v from outcomes where status = 'completed')",
        row -> {
          Summary gaps = analysis.report().gaps();
          assertEquals(row.getLong(1), gaps.n());
          long exact = row.getLong(2);
          long found = gaps.at(99).orElseThrow().nanos();
          assertTrue(found >= exact && found <= exact * 1.001, exact + " and " + found);
          assertEquals(row.getLong(3), gaps.maxNanos().getAsLong());
        });
  }

  @Test
  void aLargeRunIsReadInSecondsAndItsPageStaysSmall() throws Exception {
    // Measured at 3 to 8 s on two shared cores; the bound leaves room for a busy machine.
    assertTrue(taken.toSeconds() < 20, taken::toString);
    assertTrue(analysis.page().html().length() < 400_000);
  }

  private interface Check {
    void row(ResultSet row) throws Exception;
  }

  private static void query(String sql, Check check) throws Exception {
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertTrue(rows.next());
      check.row(rows);
    }
  }
}
