import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.Dispersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Bursts of single tenants and of all together. Each request of a trace is held out with a chance of 1/2 and given to one of
 * TENANTS tenants at random (0: it keeps the one that it has), a model is fitted on those that are left, and the index of
 * dispersion of counts is told of the half that was fitted, of the half that was held out, of SEEDS copies (medians), and of copies
 * without what tenants burst in common. Tenants given at random burst together as far as the trace bursts at all; those of a trace
 * whose classes are different services do not. For traces without sessions and blocks. Arguments: TRACE TENANTS SEEDS.
 */
public class Tenants {
  private static final long[] SECONDS = {1, 2, 4, 8, 16, 32, 60, 300};

  public static void main(String[] args) throws Exception {
    TraceFile trace = TraceFile.open(Path.of(args[0]));
    int tenants = Integer.parseInt(args[1]);
    int seeds = Integer.parseInt(args[2]);
    UniformRandomProvider random = new SeededStreams(20).stream("tenants");
    List<Request> fitted = new ArrayList<>();
    List<Request> heldOut = new ArrayList<>();
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        boolean out = random.nextBoolean();
        Request request = tenants == 0 ? row.get().request() : of("t" + random.nextInt(tenants), row.get().request());
        (out ? heldOut : fitted).add(request);
      }
    }
    TrafficModel model = fit(trace, fitted);
    System.out.println("bursts in common, [half's width in ns, tenants, classes]: " + model.commonBursts());
    long duration = model.source().durationNanos();
    List<Map<String, double[]>> copies = new ArrayList<>();
    List<Map<String, double[]>> apart = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      copies.add(dispersion(copy(model, seed), duration));
      apart.add(dispersion(copy(with(model, Optional.empty()), seed), duration));
    }
    Map<String, double[]> fittedHalf = dispersion(fitted, duration);
    Map<String, double[]> heldOutHalf = dispersion(heldOut, duration);
    for (String who : fittedHalf.keySet()) {
      System.out.printf("%n%-28s", who);
      Arrays.stream(SECONDS).forEach(s -> System.out.printf("%8d s", s));
      tell("fitted half", fittedHalf.get(who));
      tell("half held out", heldOutHalf.get(who));
      tell("copies, median", median(copies, who));
      tell("copies, nothing in common", median(apart, who));
      System.out.println();
    }
  }

  private static void tell(String what, double[] values) {
    System.out.printf("%n%-28s", what);
    Arrays.stream(values).forEach(v -> System.out.printf(Locale.ROOT, "%10.2f", v));
  }

  private static Request of(String tenant, Request request) {
    Origin o = request.origin();
    return request.from(new Origin(Optional.of(tenant), o.tenantTier(), o.model(), o.adapter(), o.region(), o.endpoint()));
  }

  private static TrafficModel fit(TraceFile trace, List<Request> requests) throws Exception {
    Path file = Files.createTempFile("tenants", ".trace.parquet");
    Files.delete(file);
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (Request request : requests) {
        writer.write(new TraceRow(request, Observed.NOTHING, Optional.empty()));
      }
      TraceHeader h = trace.header();
      writer.finish(
          new TraceHeader(
              h.format(), h.formatVersion(), h.toolVersion(), h.stage(), requests.size(), h.startTime(), h.logFormats(),
              h.inputTokenRule(), h.sessions(), h.blocks(), h.clock(), Optional.empty(), h.provenance()));
    }
    try {
      return new TraceFit(TraceFile.open(file), Progress.SILENT).fit(Admission.CARRIED).model();
    } finally {
      Files.delete(file);
    }
  }

  private static TrafficModel with(TrafficModel m, Optional<CommonBursts> common) {
    return new TrafficModel(
        m.format(), m.formatVersion(), m.toolVersion(), m.source(), m.grid(), m.blocks(), m.tokensPerBlock(), m.classes(), m.sessions(),
        m.renewal(), common, m.notReproduced(), m.sharing(), m.attribution(), m.provenance());
  }

  private static List<Request> copy(TrafficModel model, long seed) throws Exception {
    List<Request> requests = new ArrayList<>();
    new Generation(model, seed, model.source().durationNanos()).run(2, row -> requests.add(row.request()), Progress.SILENT);
    return requests;
  }

  /** By width: of all requests, and the mean over classes and tenants, weighted by their requests. */
  private static Map<String, double[]> dispersion(List<Request> requests, long duration) {
    Map<String, List<Request>> strata = new TreeMap<>();
    for (Request request : requests) {
      String name = request.requestClass().orElse("") + "/" + request.origin().tenant().orElse("");
      strata.computeIfAbsent(name, n -> new ArrayList<>()).add(request);
    }
    double[] all = new double[SECONDS.length];
    double[] single = new double[SECONDS.length];
    for (int i = 0; i < SECONDS.length; i++) {
      all[i] = index(requests, SECONDS[i], duration);
      for (List<Request> of : strata.values()) {
        single[i] += index(of, SECONDS[i], duration) * of.size() / requests.size();
      }
    }
    Map<String, double[]> told = new TreeMap<>();
    told.put("all together", all);
    told.put("single tenants or classes", single);
    return told;
  }

  private static double index(List<Request> requests, long seconds, long duration) {
    long[] arrivals = requests.stream().mapToLong(Request::arrivalNanos).toArray();
    return Dispersion.index(Dispersion.counts(arrivals, duration, seconds * 1_000_000_000));
  }

  private static double[] median(List<Map<String, double[]>> copies, String who) {
    double[] medians = new double[SECONDS.length];
    for (int i = 0; i < medians.length; i++) {
      int at = i;
      double[] sorted = copies.stream().mapToDouble(copy -> copy.get(who)[at]).sorted().toArray();
      medians[i] = sorted[sorted.length / 2];
    }
    return medians;
  }
}
