package dev.facsimile.analyze.history;

import dev.facsimile.analyze.run.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
      metrics.entry(entry);
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

  private void entry(Entry entry) {
    String labels = labels(entry);
    for (String name : Figures.names()) {
      Double value = entry.figures().get(name);
      if (value == null) {
        continue;
      }
      String[] parts = name.split("\\.", 2);
      boolean time = parts.length == 2 && !parts[0].endsWith("_tokens");
      String family = "facsimile_" + parts[0] + (time ? "_seconds" : "");
      String more = "";
      if (parts.length == 2) {
        more =
            parts[1].startsWith("p")
                ? ",quantile=\"" + quantile(parts[1].substring(1)) + "\""
                : ",statistic=\"" + parts[1] + "\"";
      }
      line(family, labels + more, time ? value / 1e9 : value);
    }
    entry
        .started()
        .ifPresent(at -> line("facsimile_run_started_seconds", labels, at.toEpochMilli() / 1000.0));
    line("facsimile_run_client_valid", labels, entry.verdict().equals("VALID") ? 1 : 0);
  }

  private static String quantile(String percent) {
    double share = Double.parseDouble(percent) / 100;
    return String.format(Locale.ROOT, "%.3f", share).replaceAll("0+$", "");
  }

  private static String labels(Entry entry) {
    StringBuilder labels = new StringBuilder();
    label(labels, "model", entry.model());
    label(
        labels, "workload", entry.workload().substring(0, Math.min(12, entry.workload().length())));
    label(labels, "url", entry.url());
    label(labels, "load", entry.load());
    entry.labels().forEach((name, value) -> label(labels, name, value));
    return labels.toString();
  }

  private static void label(StringBuilder labels, String name, String value) {
    labels
        .append(labels.isEmpty() ? "" : ",")
        .append(name)
        .append("=\"")
        .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
        .append('"');
  }

  private void line(String family, String labels, double value) {
    families
        .computeIfAbsent(family, f -> new StringBuilder())
        .append(family)
        .append('{')
        .append(labels)
        .append("} ")
        .append(value)
        .append('\n');
  }

  /** Names of labels that a user may give. */
  public static boolean isLabel(String name) {
    return name.matches("[a-z_][a-z0-9_]*")
        && !List.of("model", "workload", "url", "load", "quantile", "statistic").contains(name);
  }
}
