package dev.facsimile.analyze.history;

import dev.facsimile.analyze.run.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A figure of a run as Prometheus knows it.
 *
 * @param family its name, with its unit: seconds, ratios and counts
 * @param labels what tells it from others of the family
 */
record Gauge(String family, SortedMap<String, String> labels, double value) {
  private static final int DIGEST_CHARACTERS = 12;

  Gauge {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** All figures that a run has. */
  static List<Gauge> of(Entry entry) {
    SortedMap<String, String> labels = new TreeMap<>(entry.labels());
    labels.put("model", entry.model());
    String digest = entry.workload();
    labels.put("workload", digest.substring(0, Math.min(DIGEST_CHARACTERS, digest.length())));
    labels.put("url", entry.url());
    labels.put("load", entry.load());
    List<Gauge> gauges = new ArrayList<>();
    for (String name : Figures.names()) {
      Double value = entry.figures().get(name);
      if (value != null) {
        gauges.add(figure(name, value, labels));
      }
    }
    entry
        .started()
        .ifPresent(
            at ->
                gauges.add(
                    new Gauge(
                        "facsimile_run_started_seconds", labels, at.toEpochMilli() / 1000.0)));
    double valid = entry.verdict().equals("VALID") ? 1 : 0;
    gauges.add(new Gauge("facsimile_run_client_valid", labels, valid));
    return gauges;
  }

  private static Gauge figure(String name, double value, SortedMap<String, String> labels) {
    String[] parts = name.split("\\.", 2);
    String family = "facsimile_" + parts[0];
    if (parts.length == 1) {
      return new Gauge(family, labels, value);
    }
    SortedMap<String, String> all = new TreeMap<>(labels);
    if (parts[1].startsWith("p")) {
      all.put("quantile", quantile(parts[1].substring(1)));
    } else {
      all.put("statistic", parts[1]);
    }
    boolean isTime = !parts[0].endsWith("_tokens");
    return new Gauge(family + (isTime ? "_seconds" : ""), all, isTime ? value / 1e9 : value);
  }

  private static String quantile(String percent) {
    double share = Double.parseDouble(percent) / 100;
    return String.format(Locale.ROOT, "%.3f", share).replaceAll("0+$", "");
  }
}
