package dev.facsimile.replay.simulator;

/** A Prometheus histogram of seconds, with vLLM's buckets. */
final class LatencyHistogram {
  private static final double[] BOUNDS = {
    0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40,
    80, 160, 640, 2560
  };

  private final String name;
  private final String help;
  private final long[] counts = new long[BOUNDS.length + 1];
  private double sum;

  LatencyHistogram(String name, String help) {
    this.name = name;
    this.help = help;
  }

  void add(long nanos) {
    double seconds = nanos / 1e9;
    sum += seconds;
    int bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) {
      bucket++;
    }
    counts[bucket]++;
  }

  String text(String labels) {
    StringBuilder text = new StringBuilder(MetricsText.head(name, help, "histogram"));
    long total = 0;
    for (int i = 0; i <= BOUNDS.length; i++) {
      total += counts[i];
      String bound = i < BOUNDS.length ? Double.toString(BOUNDS[i]) : "+Inf";
      text.append(MetricsText.line(name + "_bucket", labels + ",le=\"" + bound + "\"", total));
    }
    text.append(MetricsText.line(name + "_sum", labels, sum));
    text.append(MetricsText.line(name + "_count", labels, total));
    return text.toString();
  }
}
