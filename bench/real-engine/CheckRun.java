import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Prints what a run against the real engine shows, and fails where an expectation does.
 *
 * <p>Arguments: the run folder, and what it was: {@code whole} (everything completes, with every
 * count), {@code cold} (no prompt shares anything), {@code warm} (what was sent before is found),
 * {@code cut} (deadlines and disconnects).
 */
public final class CheckRun {
  private static final double MILLI = 1e6;

  /**
   * Prompt tokens that a cold prompt may have in common with the one before: the template's first
   * words.
   */
  private static final int COLD_TOKENS = 16;

  private final String kind;
  private final Map<String, String> options;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Outcome.Completed> completed = new ArrayList<>();
  private boolean failed;

  private CheckRun(RunFolder run, String kind) throws IOException {
    this.kind = kind;
    this.options = run.manifest().options();
    try (Rows<Outcome> rows = run.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        outcomes.add(row.get());
        if (row.get() instanceof Outcome.Completed done) {
          completed.add(done);
        }
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    CheckRun check = new CheckRun(RunFolder.open(Path.of(arguments[0])), arguments[1]);
    check.check();
    System.exit(check.failed ? 1 : 0);
  }

  private void check() {
    if (kind.equals("cut")) {
      cut();
      return;
    }
    expect("every request completes", completed.size() == outcomes.size() && !completed.isEmpty());
    counts();
    times();
    long cached = sum(a -> a.usage().cachedTokens().orElse(0));
    long prompts = sum(a -> a.usage().inputTokens().orElse(0));
    System.out.printf(
        "  cached: %.1f %% of %d prompt tokens%n", 100.0 * cached / Math.max(1, prompts), prompts);
    if (kind.equals("cold")) {
      expect(
          "nothing is found in the cache",
          every(a -> a.usage().cachedTokens().orElse(-1) <= COLD_TOKENS));
    } else if (kind.equals("warm")) {
      expect("more than half of the prompts is found in the cache", cached > prompts / 2);
    }
  }

  /** Three counts of each answer, two of each prompt. */
  private void counts() {
    long usage = sum(a -> a.usage().outputTokens().orElse(0));
    System.out.printf(
        "  output tokens: usage %d, tokenizer %d (%.3f of it), chunks %d (%.3f)%n",
        usage,
        sum(a -> a.tokenizerTokens().orElse(0)),
        (double) sum(a -> a.tokenizerTokens().orElse(0)) / usage,
        sum(Answer::eventTokens),
        (double) sum(Answer::eventTokens) / usage);
    expect(
        "every answer has all three counts",
        every(a -> a.usage().outputTokens().isPresent() && a.tokenizerTokens().isPresent()));
    expect("usage is what counts", every(a -> a.tokenSource().equals("usage")));
    expect(
        "every answer has its planned length",
        completed.stream()
            .allMatch(
                o ->
                    o.answer()
                        .usage()
                        .outputTokens()
                        .equals(o.planned().request().tokens().output())));
    expect(
        "the engine counts every prompt as the client does",
        completed.stream()
            .allMatch(o -> o.answer().usage().inputTokens().equals(o.sending().promptTokens())));
    expect("no prompt is off its planned length", "0".equals(options.get("prompts_inexact")));
  }

  private void times() {
    print("TTFT from dispatch", o -> o.ttftFromDispatchNanos().orElseThrow());
    print("… the engine's prefill", o -> o.answer().serverTimes().prefillNanos().orElseThrow());
    print("the engine's decode", o -> o.answer().serverTimes().decodeNanos().orElseThrow());
    expect(
        "llama.cpp tells its prefill and decode",
        every(a -> a.serverTimes().source().equals(Optional.of("llama.cpp"))));
    expect(
        "and no queue time, which then is none",
        every(a -> a.serverTimes().queueNanos().isEmpty()));
    expect(
        "no first token comes before its prefill is over",
        completed.stream()
            .allMatch(
                o ->
                    o.ttftFromDispatchNanos().orElseThrow() + MILLI
                        >= o.answer().serverTimes().prefillNanos().orElseThrow()));
  }

  private void cut() {
    for (var status : dev.facsimile.trace.RequestStatus.values()) {
      long count = outcomes.stream().filter(o -> o.status() == status).count();
      if (count > 0) {
        System.out.printf("  %s: %d%n", status.word(), count);
      }
    }
    long disconnects =
        outcomes.stream()
            .filter(o -> o instanceof Outcome.Cancelled c && c.isPlannedDisconnect())
            .count();
    long late = outcomes.stream().filter(o -> o instanceof Outcome.TimedOut).count();
    expect("planned disconnects happen", disconnects > 0);
    expect("deadlines pass", late > 0);
    expect("others complete beside them", !completed.isEmpty());
    expect(
        "an answer that was cut has the tokens that had come, counted",
        outcomes.stream()
            .filter(o -> o instanceof Outcome.Cancelled)
            .map(o -> ((Outcome.Dispatched) o).answer())
            .anyMatch(
                a ->
                    a.eventTokens() > 0
                        && a.tokenizerTokens().orElse(0) > 0
                        && a.usage().outputTokens().isEmpty()));
  }

  private long sum(ToLongFunction<Answer> of) {
    return completed.stream().map(Outcome.Completed::answer).mapToLong(of).sum();
  }

  private boolean every(Predicate<Answer> holds) {
    return completed.stream().map(Outcome.Completed::answer).allMatch(holds);
  }

  private void print(String what, Function<Outcome.Completed, Long> nanos) {
    long[] sorted = completed.stream().mapToLong(nanos::apply).sorted().toArray();
    System.out.printf(
        "  %-22s p50 %.1f ms, p90 %.1f ms, max %.1f ms%n",
        what,
        sorted[(sorted.length - 1) / 2] / MILLI,
        sorted[(sorted.length * 9 - 1) / 10] / MILLI,
        Arrays.stream(sorted).max().orElse(0) / MILLI);
  }

  private void expect(String what, boolean holds) {
    System.out.printf("  %s %s%n", holds ? "ok  " : "FAIL", what);
    failed |= !holds;
  }
}
