package dev.facsimile.analyze.history;

import dev.facsimile.analyze.metric.Slope;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runs of a folder, the earliest first. Nothing in it is ever changed: a file's name is made of
 * its content, so that the same run twice is one file.
 *
 * @param entries all of them
 */
public record History(List<Entry> entries) {
  private static final int FEWEST = 5;
  private static final List<String> WATCHED =
      List.of(
          "slo_share",
          "error_share",
          "goodput_per_second",
          "output_tokens_per_second",
          "ttft_from_schedule.p50",
          "ttft_from_schedule.p90",
          "ttft_from_schedule.p99",
          "itl.p50",
          "itl.p99");

  /**
   * How a figure moved over a series' runs.
   *
   * @param series the runs
   * @param figure its name
   * @param runs how many
   * @param perDay its slope
   * @param low lower end of the slope's 95 % interval
   * @param high upper end
   * @param relativePerDay slope ÷ the line's value at the start; 0 where that is 0
   */
  public record Drift(
      String series,
      String figure,
      int runs,
      double perDay,
      double low,
      double high,
      double relativePerDay) {
    /** Whether the interval leaves out 0. */
    public boolean moved() {
      return low > 0 || high < 0;
    }
  }

  /**
   * Reads a folder.
   *
   * @throws InputException if a file in it is no entry
   */
  public static History read(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return new History(List.of());
    }
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        entries.add(Json.document(file, Entry.FORMAT, Entry.VERSION, Entry.class));
      }
    }
    entries.sort(Comparator.comparing(Entry::startedAt).thenComparing(Entry::run));
    return new History(List.copyOf(entries));
  }

  /**
   * Adds a run.
   *
   * @return its file; absent where the folder has it already
   */
  public static Optional<Path> add(Path folder, Entry entry) throws IOException {
    String text = Json.line(entry) + "\n";
    String day = entry.startedAt().replaceAll("[^0-9TZ]", "");
    Path file =
        folder.resolve(
            (day.isEmpty() ? "undated" : day) + "-" + digest(text).substring(0, 12) + ".json");
    if (Files.exists(file)) {
      return Optional.empty();
    }
    try (AtomicFile out = AtomicFile.create(file)) {
      Files.writeString(out.path(), text);
      out.commit();
    }
    return Optional.of(file);
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The entries of each series of comparable runs. */
  Map<String, List<Entry>> series() {
    Map<String, List<Entry>> series = new LinkedHashMap<>();
    entries.forEach(e -> series.computeIfAbsent(e.series(), s -> new ArrayList<>()).add(e));
    return series;
  }

  /** How the watched figures moved in each series of {@value #FEWEST} runs or more. */
  public List<Drift> drifts() {
    List<Drift> drifts = new ArrayList<>();
    series()
        .forEach(
            (name, runs) -> {
              List<Entry> dated = runs.stream().filter(e -> e.started().isPresent()).toList();
              for (String figure : WATCHED) {
                drift(name, dated, figure).ifPresent(drifts::add);
              }
            });
    return drifts;
  }

  private static Optional<Drift> drift(String series, List<Entry> runs, String figure) {
    List<Entry> known = runs.stream().filter(e -> e.figures().containsKey(figure)).toList();
    if (known.size() < FEWEST) {
      return Optional.empty();
    }
    Instant zero = known.get(0).started().orElseThrow();
    double[] days = new double[known.size()];
    double[] values = new double[known.size()];
    for (int i = 0; i < days.length; i++) {
      Instant at = known.get(i).started().orElseThrow();
      days[i] = (at.toEpochMilli() - zero.toEpochMilli()) / 86_400_000.0;
      values[i] = known.get(i).figures().get(figure);
    }
    if (days[days.length - 1] <= 0) {
      return Optional.empty();
    }
    Slope slope = Slope.of(days, values);
    double start = slope.at(0);
    return Optional.of(
        new Drift(
            series,
            figure,
            days.length,
            slope.slope(),
            slope.low(),
            slope.high(),
            start == 0 ? 0 : slope.slope() / start));
  }

  /** The latest run of each series. */
  public List<Entry> latest() {
    return series().values().stream().map(runs -> runs.get(runs.size() - 1)).toList();
  }
}
