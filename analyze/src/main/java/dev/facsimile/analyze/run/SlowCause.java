package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.report.NumberText;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Why the slowest first tokens were slow, from what the server told of itself while they were
 * waited for. Each second of the wait of the slowest hundredth counts for one cause; the cause with
 * most of the seconds is named.
 */
final class SlowCause {
  /** A memory of which this share is held is short: a long prompt does not fit what is left. */
  private static final double SHORT = 0.8;

  /** As many as ever ran at once, nearly: every slot is taken. */
  private static final double ALL_SLOTS = 0.97;

  private static final int FEWEST = 100;
  private static final double TAIL = 0.01;

  /** What a request waits for. */
  enum Cause {
    MEMORY("KV contention", "requests queued while 80 % or more of the KV memory was held"),
    SLOTS("queue", "requests queued while every slot was taken"),
    BACKLOG(
        "long prefill",
        "requests queued behind prompts being computed, with memory and slots to spare"),
    PREFILL("long prefill", "nothing queued: prompts were being computed");

    private final String named;
    private final String told;

    Cause(String named, String told) {
      this.named = named;
      this.told = told;
    }
  }

  private final RunData data;
  private final List<ServerSeries.Line> waiting;
  private final List<ServerSeries.Line> running;
  private final List<ServerSeries.Line> memory;
  private final double mostRunning;

  private SlowCause(RunData data) {
    this.data = data;
    this.waiting = data.server().lines(ServerFigure.WAITING);
    this.running = data.server().lines(ServerFigure.RUNNING);
    this.memory = data.server().lines(ServerFigure.KV_USE);
    this.mostRunning = running.stream().mapToDouble(ServerSeries.Line::max).max().orElse(0);
  }

  /**
   * A sentence that names it; none where the server told nothing, few requests had a first token,
   * or the slowest are not much slower than the others.
   */
  static Optional<String> sentence(RunData data) {
    SlowCause cause = new SlowCause(data);
    int[] ascending = data.ascending(data.userTtft());
    if (cause.waiting.isEmpty() || cause.running.isEmpty() || ascending.length < FEWEST) {
      return Optional.empty();
    }
    int slow = (int) Math.ceil(TAIL * ascending.length);
    int[] rows = Arrays.copyOfRange(ascending, ascending.length - slow, ascending.length);
    LongColumn ttft = data.latency(data.userTtft());
    long middle = ttft.get(ascending[ascending.length / 2]);
    if (ttft.get(rows[0]) < 2 * middle) {
      return Optional.empty();
    }
    return Optional.of(cause.sentence(rows, ttft));
  }

  private String sentence(int[] rows, LongColumn ttft) {
    Map<Cause, Double> seconds = new EnumMap<>(Cause.class);
    for (int row : rows) {
      count(data.scheduled().get(row), ttft.get(row), seconds);
    }
    double sum = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> byName = new TreeMap<>();
    StringBuilder shares = new StringBuilder();
    for (Map.Entry<Cause, Double> one : seconds.entrySet()) {
      byName.merge(one.getKey().named, one.getValue(), Double::sum);
      shares.append(shares.isEmpty() ? "" : "; ");
      shares.append(
          String.format(Locale.ROOT, "%.0f %%: %s", 100 * one.getValue() / sum, one.getKey().told));
    }
    String named =
        byName.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return "Cause of the slowest first tokens: "
        + named
        + ". Of the time that the slowest 1 % ("
        + NumberText.count(rows.length)
        + " requests, TTFT from "
        + NumberText.duration(ttft.get(rows[0]))
        + " on) waited, by the server's own figures: "
        + shares
        + "."
        + lengths(rows)
        + preemptions()
        + hits();
  }

  private void count(long fromNanos, long forNanos, Map<Cause, Double> seconds) {
    long step = Math.max(1, Math.min(1_000_000_000L, forNanos));
    for (long at = fromNanos; at < fromNanos + forNanos; at += step) {
      seconds.merge(at(at + step / 2), step / 1e9, Double::sum);
    }
  }

  private Cause at(long nanos) {
    double queued = waiting.stream().mapToDouble(line -> line.at(nanos)).sum();
    if (queued < 1) {
      return Cause.PREFILL;
    }
    if (memory.stream().mapToDouble(line -> line.at(nanos)).max().orElse(0) >= SHORT) {
      return Cause.MEMORY;
    }
    double most = running.stream().mapToDouble(line -> line.at(nanos)).max().orElse(0);
    return most >= ALL_SLOTS * mostRunning ? Cause.SLOTS : Cause.BACKLOG;
  }

  private String lengths(int[] rows) {
    OptionalDouble slow = median(rows);
    OptionalDouble all = median(data.ascending(data.userTtft()));
    return slow.isEmpty() || all.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            " Their prompts have %,.0f tokens in the middle, those of all requests %,.0f.",
            slow.getAsDouble(),
            all.getAsDouble());
  }

  private OptionalDouble median(int[] rows) {
    double[] tokens =
        Arrays.stream(rows)
            .filter(row -> data.inputTokens().has(row))
            .mapToDouble(row -> data.inputTokens().get(row))
            .sorted()
            .toArray();
    return tokens.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(tokens[tokens.length / 2]);
  }

  private String preemptions() {
    List<ServerSeries.Line> lines = data.server().lines(ServerFigure.PREEMPTIONS);
    double count = lines.stream().mapToDouble(line -> line.last() - line.first()).sum();
    return count < 1 ? "" : String.format(Locale.ROOT, " %,.0f preemptions.", count);
  }

  private String hits() {
    double asked = grown(ServerFigure.PREFIX_QUERIES);
    return asked < 1
        ? ""
        : String.format(
            Locale.ROOT,
            " The prefix cache had %.0f %% of the prompt tokens.",
            100 * grown(ServerFigure.PREFIX_HITS) / asked);
  }

  private double grown(ServerFigure figure) {
    return data.server().lines(figure).stream().mapToDouble(l -> l.last() - l.first()).sum();
  }
}
