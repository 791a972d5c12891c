import dev.facsimile.anonymize.risk.DataUnit;
import dev.facsimile.anonymize.risk.RiskMeter;
import dev.facsimile.anonymize.risk.RiskPlan;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.random.SeededStreams;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What measuring the risk of a made-up trace costs: the processor time of this thread for taking
 * the rows and for the report, and the heap that is in use before the report.
 *
 * <p>Arguments: rows, tenants (0: each request is a unit).
 */
public final class RiskBench {
  private static final String[] MODELS = {"a", "b", "c", "d", "e"};

  private RiskBench() {}

  public static void main(String[] args) {
    int rows = Integer.parseInt(args[0]);
    int tenants = Integer.parseInt(args[1]);
    DataUnit unit = tenants == 0 ? DataUnit.REQUEST : DataUnit.TENANT;
    RiskMeter meter = new RiskMeter(new RiskPlan(unit, 11, 16, 5, 1, text -> 0));
    UniformRandomProvider random = new SeededStreams(1).stream("bench");
    long start = cpu();
    long making = 0;
    long arrival = 0;
    for (int i = 0; i < rows; i++) {
      long before = cpu();
      arrival += random.nextInt(100_000_000);
      // A square makes few tenants large, as logs have them.
      double draw = random.nextDouble();
      int tenant = tenants == 0 ? 0 : (int) (tenants * draw * draw);
      TraceRow raw = row("r" + i, "t" + tenant, i / 4, arrival, random);
      TraceRow released = bucketed(raw, i, tenant);
      making += cpu() - before;
      meter.add(raw, released, tenant, new int[] {i % 5_000, 5_000 + i});
    }
    long added = cpu();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long heap = runtime.totalMemory() - runtime.freeMemory();
    long reporting = cpu();
    RiskReport report = meter.report();
    long done = cpu();
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %,d %ss: rows taken in %.1f s, report in %.1f s of processor time; %,d MiB held%n",
        rows,
        report.units(),
        unit.word(),
        (added - start - making) / 1e9,
        (done - reporting) / 1e9,
        heap >> 20);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static TraceRow row(
      String id, String tenant, int session, long arrival, UniformRandomProvider random) {
    int input = 1 + (int) Math.exp(9 * random.nextDouble());
    return new TraceRow(
        new Request(
            id,
            arrival,
            Optional.of(MODELS[random.nextInt(2)]),
            new Origin(
                Optional.of(tenant),
                Optional.empty(),
                Optional.of(MODELS[random.nextInt(MODELS.length)]),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            new Conversation(
                Optional.of("s" + session), OptionalInt.empty(), Optional.empty()),
            Tokens.of(input, 1 + random.nextInt(500)),
            Optional.of(BlockIds.of(random.nextLong(), random.nextLong())),
            Optional.of(true),
            Optional.empty()),
        Observed.NOTHING,
        Optional.empty());
  }

  private static TraceRow bucketed(TraceRow raw, int row, int tenant) {
    Request request = raw.request();
    Origin origin = request.origin();
    return new TraceRow(
        new Request(
            "request-" + row,
            request.arrivalNanos(),
            request.requestClass(),
            new Origin(
                Optional.of("tenant-" + tenant),
                origin.tenantTier(),
                origin.model(),
                origin.adapter(),
                origin.region(),
                origin.endpoint()),
            new Conversation(
                Optional.of("session-" + row / 4), OptionalInt.empty(), Optional.empty()),
            Tokens.of(
                request.tokens().input().getAsInt() / 16 * 16 + 8,
                request.tokens().output().getAsInt() / 16 * 16 + 8),
            Optional.of(BlockIds.of(1 + row % 5_000, 5_001 + row)),
            request.streaming(),
            request.cacheEligible()),
        raw.observed(),
        raw.content());
  }
}
