package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Prints how often the report takes chance for a difference, and what it makes of every defect.
 *
 * <pre>FidelityBench alarms HALVES [AXIS…] | FidelityBench defects [AXIS…]</pre>
 */
final class FidelityBench {
  private FidelityBench() {}

  public static void main(String[] args) throws IOException {
    boolean alarms = args[0].equals("alarms");
    List<AxisId> axes =
        Arrays.stream(args)
            .skip(alarms ? 2 : 1)
            .map(AxisId::of)
            .map(Optional::orElseThrow)
            .toList();
    List<AxisId> wanted = axes.isEmpty() ? FidelityAxes.ids() : axes;
    if (alarms) {
      alarms(Integer.parseInt(args[1]), wanted);
    } else {
      defects(wanted);
    }
  }

  private static Map<String, List<Request>> traces() throws IOException {
    Map<String, List<Request>> traces = new LinkedHashMap<>();
    traces.put("conv", RealTraces.azureConv());
    traces.put("code", RealTraces.azureCode());
    traces.put("conv + code", RealTraces.mixed());
    traces.put("Mooncake", RealTraces.mooncake());
    traces.put("Mooncake, sessions", RealTraces.mooncakeSessions());
    return traces;
  }

  /** Compares fresh halves of real traces, as many in all as asked for. */
  private static void alarms(int halves, List<AxisId> wanted) throws IOException {
    Map<String, List<Request>> traces = traces();
    Map<AxisId, Integer> judged = new TreeMap<>();
    Map<AxisId, Integer> over = new TreeMap<>();
    Map<AxisId, Double> largest = new TreeMap<>();
    int reportsOver = 0;
    int reportsNotA = 0;
    List<String> names = new ArrayList<>(traces.keySet());
    for (int i = 0; i < halves; i++) {
      String name = names.get(i % names.size());
      List<List<Request>> two = Defects.sessionHalves(traces.get(name), 1000 + i / names.size());
      FidelityReport report =
          FidelityReport.of(Defects.side(two.get(0)), Defects.side(two.get(1)), wanted, 1);
      boolean anyOver = false;
      for (AxisResult axis : report.axes()) {
        if (axis instanceof AxisResult.Judged one) {
          judged.merge(one.id(), 1, Integer::sum);
          largest.merge(one.id(), one.noiseRatio(), Math::max);
          if (one.noiseRatio() > Grade.A.mostNoiseRatio()) {
            over.merge(one.id(), 1, Integer::sum);
            anyOver = true;
            System.out.printf(
                Locale.ROOT,
                "%s, seed %d: %s R %.2f%s %s%n",
                name,
                1000 + i / names.size(),
                one.id().word(),
                one.noiseRatio(),
                one.negligible() ? ", negligible" : "",
                one.notes().isEmpty() ? "" : one.notes().get(0));
          }
        }
      }
      reportsOver += anyOver ? 1 : 0;
      reportsNotA += report.grade().filter(grade -> grade != Grade.A).isPresent() ? 1 : 0;
      if ((i + 1) % 20 == 0) {
        System.out.printf(Locale.ROOT, "%d halves, %d over 1.2%n", i + 1, reportsOver);
      }
    }
    for (AxisId id : judged.keySet()) {
      System.out.printf(
          Locale.ROOT,
          "%-14s judged %4d, over 1.2: %2d, largest R %.2f%n",
          id.word(),
          judged.get(id),
          over.getOrDefault(id, 0),
          largest.get(id));
    }
    System.out.printf(
        Locale.ROOT,
        "%d halves: %d reports (%.1f %%) with an axis over 1.2, %d (%.1f %%) with a grade below A%n",
        halves,
        reportsOver,
        100.0 * reportsOver / halves,
        reportsNotA,
        100.0 * reportsNotA / halves);
  }

  private static void defects(List<AxisId> wanted) throws IOException {
    List<Request> conv = RealTraces.azureConv();
    List<Request> code = RealTraces.azureCode();
    List<Request> mixed = RealTraces.mixed();
    List<Request> sessions = RealTraces.mooncakeSessions();
    row(wanted, "verbatim (mixed)", mixed, mixed);
    row(wanted, "verbatim (Mooncake)", sessions, sessions);
    row(wanted, "outputs shuffled within class", mixed, Defects.outputsShuffledWithinClass(mixed));
    row(wanted, "outputs shuffled, pooled", mixed, Defects.outputsShuffled(mixed));
    row(wanted, "Gaussian copula, pooled", mixed, Defects.gaussianCopula(mixed));
    row(wanted, "Poisson per class", mixed, Defects.byClass(mixed, Defects::poisson));
    row(wanted, "Poisson (conv)", conv, Defects.poisson(conv));
    row(wanted, "Poisson (code)", code, Defects.poisson(code));
    row(
        wanted,
        "Gamma of the same CV, per class",
        mixed,
        Defects.byClass(mixed, Defects::gammaRenewal));
    row(wanted, "class mix changed", mixed, Defects.moreOf(mixed, "code", 0.35));
    row(wanted, "rows shuffled in time", mixed, Defects.rowsShuffled(mixed));
    row(wanted, "rows shuffled in time (conv)", conv, Defects.rowsShuffled(conv));
    row(wanted, "clipped at P98", mixed, Defects.clipped(mixed));
    row(wanted, "clipped at P98 (conv)", conv, Defects.clipped(conv));
    row(wanted, "top 1 % dropped", mixed, Defects.withoutLargest(mixed));
    row(wanted, "top 1 % dropped (conv)", conv, Defects.withoutLargest(conv));
    row(wanted, "10 % noise on inputs", mixed, Defects.noisyInputs(mixed));
    row(wanted, "floored to 1 s", mixed, Defects.floored(mixed));
    row(wanted, "floored to 1 s (code)", code, Defects.floored(code));
    row(wanted, "no prefix sharing", sessions, Defects.withoutSharing(sessions));
    row(wanted, "prefixes shuffled in time", sessions, Defects.rowsShuffled(sessions));
    row(wanted, "sessions broken", sessions, Defects.sessionsBroken(sessions));
  }

  private static void row(
      List<AxisId> wanted, String name, List<Request> source, List<Request> other) {
    long started = System.nanoTime();
    FidelityReport report = FidelityReport.of(Defects.side(source), Defects.side(other), wanted, 1);
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-30s", name));
    for (AxisResult axis : report.axes()) {
      line.append(' ').append(axis.id().word()).append(' ');
      line.append(
          axis instanceof AxisResult.Judged one
              ? String.format(
                  Locale.ROOT, one.noiseRatio() < 10 ? "%.1f" : "%.0f", one.noiseRatio())
              : "-");
    }
    System.out.printf(Locale.ROOT, "%s (%.1f s)%n", line, (System.nanoTime() - started) / 1e9);
  }
}
