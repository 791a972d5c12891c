package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.RunFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
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

  @BeforeAll
  static void readARun() throws Exception {
    folder = RunFixture.write(scratch.resolve("run"), SyntheticOutcomes.of(11, REQUESTS, 300));
    long start = System.nanoTime();
    analysis = RunAnalysis.of(folder, Objectives.DEFAULT, false, Progress.SILENT);
    taken = Duration.ofNanos(System.nanoTime() - start);
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
            + " // (coalesce(usage_output_tokens, tokenizer_tokens, event_tokens) - 1)",
        completed
            + " and streamed and coalesce(usage_output_tokens, tokenizer_tokens, event_tokens) > 1");
    String sent = "dispatched_ns is not null";
    agrees(LatencyMetric.SEND_LAG, "dispatched_ns - scheduled_ns", sent);
    agrees(LatencyMetric.WAKE, "woken_ns - scheduled_ns", sent);
    agrees(LatencyMetric.SLOT, "admitted_ns - woken_ns", sent);
    agrees(LatencyMetric.CONNECT, "coalesce(connected_ns - admitted_ns, 0)", sent);
    agrees(LatencyMetric.WRITE, "dispatched_ns - coalesce(connected_ns, admitted_ns)", sent);
  }

  private static void agrees(LatencyMetric metric, String value, String where) throws Exception {
    Summary summary = analysis.report().latency(metric);
    // A list's rank ceil(p n) by hand, in whole numbers: no percentile function is relied upon.
    String rank = "list_extract(s, cast((%d * len(s) + 999) // 1000 as bigint))";
    StringBuilder select = new StringBuilder("select len(s), list_avg(s), list_max(s)");
    for (double percent : Summary.PERCENTS) {
      select.append(", ").append(rank.formatted(Math.round(percent * 10)));
    }
    String sql =
        select
            + " from (select list_sort(list(v)) as s from (select "
            + value
            + " as v from outcomes where "
            + where
            + ") where v is not null)";
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
    String itl = "(last_token_ns - first_token_ns) // (" + tokens + " - 1)";
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
        "select len(s), list_extract(s, (99 * len(s) + 99) // 100), list_max(s) from (select"
            + " list_sort(list(v)) as s from (select unnest(gap_ns) as v from outcomes"
            + " where status = 'completed'))",
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
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(
          "create view outcomes as select * from read_parquet('"
              + folder.path().resolve("outcomes.parquet")
              + "')");
      try (ResultSet rows = statement.executeQuery(sql)) {
        assertTrue(rows.next());
        check.row(rows);
      }
    }
  }
}
