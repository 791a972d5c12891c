package dev.facsimile.replay.run;

import dev.facsimile.trace.outcome.ServerSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prometheus's text format: one figure to a line, its labels as they are written. Left out: the
 * buckets of histograms, which are many (their sums and counts are kept), the figures that a
 * runtime tells of its own process, and values that are no number.
 */
final class PrometheusText {
  /** A server that tells more is read so far. */
  static final int MOST = 5_000;

  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})?\\s+(\\S+)(?:\\s+-?\\d+)?");
  private static final Predicate<String> LEFT_OUT =
      Pattern.compile(".*_(bucket|created)|(python|process|go|promhttp|scrape)_.*")
          .asMatchPredicate();

  private PrometheusText() {}

  /**
   * The figures of one answer.
   *
   * @param atNanos when it was asked for, from the run's zero
   * @param source who was asked
   */
  static List<ServerSample> samples(String text, long atNanos, String source) {
    List<ServerSample> samples = new ArrayList<>();
    for (String line : text.split("\n")) {
      if (samples.size() == MOST) {
        break;
      }
      sample(line.strip(), atNanos, source).ifPresent(samples::add);
    }
    return samples;
  }

  private static Optional<ServerSample> sample(String line, long atNanos, String source) {
    Matcher matcher = LINE.matcher(line);
    if (line.startsWith("#") || !matcher.matches() || LEFT_OUT.test(matcher.group(1))) {
      return Optional.empty();
    }
    String labels = matcher.group(2) == null ? "" : matcher.group(2);
    return number(matcher.group(3))
        .map(value -> new ServerSample(atNanos, source, matcher.group(1), labels, value));
  }

  private static Optional<Double> number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isNaN(value) || Double.isInfinite(value)
          ? Optional.empty()
          : Optional.of(value);
    } catch (NumberFormatException e) {
      // Infinities are written as +Inf, which is no number that a report could use.
      return Optional.empty();
    }
  }
}
