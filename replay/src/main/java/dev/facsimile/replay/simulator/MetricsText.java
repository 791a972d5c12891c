package dev.facsimile.replay.simulator;

import java.util.Locale;

/** Prometheus' text form. */
final class MetricsText {
  private MetricsText() {}

  static String gauge(String name, String help, String labels, double value) {
    return head(name, help, "gauge") + line(name, labels, value);
  }

  static String head(String name, String help, String type) {
    return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
  }

  static String line(String name, String labels, double value) {
    String number =
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? String.format(Locale.ROOT, "%.1f", value)
            : Double.toString(value);
    return name + (labels.isEmpty() ? "" : "{" + labels + "}") + " " + number + "\n";
  }
}
