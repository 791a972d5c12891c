package dev.facsimile.analyze.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest run of each series as OpenMetrics text, for Prometheus' textfile collector or a push
 * gateway: seconds and ratios, no time stamps, which neither takes.
 */
public final class OpenMetrics {
  private final Map<String, StringBuilder> families = new LinkedHashMap<>();

  private OpenMetrics() {}

  /** The text. */
  public static String of(History history) {
    OpenMetrics metrics = new OpenMetrics();
    for (Entry entry : history.latest()) {
      Gauge.of(entry).forEach(metrics::add);
    }
    StringBuilder text = new StringBuilder();
    metrics.families.forEach(
        (name, lines) ->
            text.append("# TYPE ")
                .append(name)
                .append(" gauge\n")
                .append(unit(name))
                .append("# HELP ")
                .append(name)
                .append(" Facsimile, see docs/reference/metrics.md\n")
                .append(lines));
    return text.append("# EOF\n").toString();
  }

  private static String unit(String name) {
    return name.endsWith("_seconds") ? "# UNIT " + name + " seconds\n" : "";
  }

  private void add(Gauge gauge) {
    StringBuilder labels = new StringBuilder();
    gauge.labels().forEach((name, value) -> label(labels, name, value));
    families
        .computeIfAbsent(gauge.family(), f -> new StringBuilder())
        .append(gauge.family())
        .append('{')
        .append(labels)
        .append("} ")
        .append(gauge.value())
        .append('\n');
  }

  private static void label(StringBuilder labels, String name, String value) {
    labels
        .append(labels.isEmpty() ? "" : ",")
        .append(name)
        .append("=\"")
        .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
        .append('"');
  }

  /** Names of labels that a user may give. */
  public static boolean isLabel(String name) {
    return name.matches("[a-z_][a-z0-9_]*")
        && !List.of("model", "workload", "url", "load", "quantile", "statistic").contains(name);
  }
}
