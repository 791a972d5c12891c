package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.ServerSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What servers and GPUs told of themselves, by kind of figure and by who told it; figures of no
 * known kind are counted and left out. Holds 16 bytes for each sample of a known kind.
 */
final class ServerSeries {
  private final Map<ServerFigure, Map<String, Line>> lines = new LinkedHashMap<>();
  private long unknown;

  /** One figure of one worker or GPU over time. */
  static final class Line {
    private final String source;
    private double[] nanos = new double[64];
    private double[] values = new double[64];
    private int size;

    private Line(String source) {
      this.source = source;
    }

    private void add(double atNanos, double value) {
      if (size == nanos.length) {
        nanos = Arrays.copyOf(nanos, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      nanos[size] = atNanos;
      values[size++] = value;
    }

    /** Who told it: the address and the labels that tell workers apart. */
    String source() {
      return source;
    }

    double[] nanos() {
      return Arrays.copyOf(nanos, size);
    }

    double[] values() {
      return Arrays.copyOf(values, size);
    }

    /** The last value told by {@code nanos}; the first one before that. */
    double at(long atNanos) {
      int found = Arrays.binarySearch(nanos, 0, size, atNanos);
      int index = found >= 0 ? found : -found - 2;
      return values[Math.max(0, index)];
    }

    double first() {
      return values[0];
    }

    double last() {
      return values[size - 1];
    }

    double mean() {
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum += values[i];
      }
      return sum / size;
    }

    double max() {
      double max = values[0];
      for (int i = 1; i < size; i++) {
        max = Math.max(max, values[i]);
      }
      return max;
    }

    /** Value × time between samples, by the trapezium rule; in value-seconds. */
    double integral() {
      double sum = 0;
      for (int i = 1; i < size; i++) {
        sum += (values[i] + values[i - 1]) / 2 * (nanos[i] - nanos[i - 1]) / 1e9;
      }
      return sum;
    }
  }

  void add(ServerSample sample) {
    Optional<ServerFigure> figure = ServerFigure.of(sample.name());
    if (figure.isEmpty() || !Double.isFinite(sample.value())) {
      unknown++;
      return;
    }
    String source = sample.source() + who(sample.labels());
    lines
        .computeIfAbsent(figure.get(), f -> new LinkedHashMap<>())
        .computeIfAbsent(source, Line::new)
        .add(sample.atNanos(), sample.value() * figure.get().scaleOf(sample.name()));
  }

  private static String who(String labels) {
    List<String> kept = new ArrayList<>();
    for (String label : labels.split(",")) {
      String name = label.split("=", 2)[0];
      if (List.of("worker", "engine", "gpu", "gpu_uuid", "instance", "pod", "UUID")
          .contains(name)) {
        kept.add(label.replace("\"", ""));
      }
    }
    return kept.isEmpty() ? "" : " " + String.join(" ", kept);
  }

  /** Whether nothing of a known kind was told. */
  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Samples of no known kind. */
  long unknown() {
    return unknown;
  }

  /** The lines of a figure, one for each worker; none where nobody told it. */
  List<Line> lines(ServerFigure figure) {
    return List.copyOf(lines.getOrDefault(figure, Map.of()).values());
  }
}
