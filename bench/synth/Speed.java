import com.sun.management.OperatingSystemMXBean;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Requests a second of generating from a model, in process and into a file, and rows a second of fitting a trace: by the wall
 * clock and by CPU time, with the largest heap in use. Arguments: generate MODEL REQUESTS RATE_SCALE [WORKLOAD], or fit TRACE.
 */
public class Speed {
  private static final long TOLD = 5_000_000;

  /** On the way, for runs of minutes: how far, how fast, and what the process has resident at most. */
  private static void told(long rows, long start) {
    if (rows % TOLD == 0) {
      try {
        String resident = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("VmHWM")).findFirst().orElse("");
        System.err.printf(Locale.ROOT, "%,d rows, %,.0f/s, %s%n", rows, rows / ((System.nanoTime() - start) / 1e9), resident);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long wall = System.nanoTime();
    long cpu = system.getProcessCpuTime();
    long rows;
    if (args[0].equals("fit")) {
      TrafficModel model = new TraceFit(TraceFile.open(Path.of(args[1])), Progress.SILENT).fit(Admission.CARRIED).model();
      rows = model.source().rows();
    } else {
      TrafficModel model = TrafficModel.read(Path.of(args[1]));
      long wanted = Long.parseLong(args[2]);
      double scale = Double.parseDouble(args[3]);
      long needed = (long) (wanted / scale / model.source().rows() * model.source().durationNanos() * 1.2);
      Generation generation = new Generation(model, 1, Math.max(needed, model.source().durationNanos()), scale);
      long[] count = {0};
      Extract first = Extract.first(wanted, Long.MAX_VALUE);
      if (args.length > 4) {
        try (WorkloadWriter writer = WorkloadWriter.create(Path.of(args[4]), generation.header("0".repeat(64), Admission.CARRIED, first))) {
          generation.run(2, first, (row, gap) -> { count[0]++; writer.write(row); }, Progress.SILENT);
          writer.finish();
        }
      } else {
        generation.run(2, first, (row, gap) -> told(++count[0], wall), Progress.SILENT);
      }
      rows = count[0];
    }
    double seconds = (System.nanoTime() - wall) / 1e9;
    double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
    System.out.printf(
        Locale.ROOT, "%s: %,d rows, %,.0f/s by the wall clock, %,.0f per CPU second (2 cores: at most twice that), heap at most %,d MiB%n",
        String.join(" ", args), rows, rows / seconds, rows / cpuSeconds,
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(p -> p.getType() == java.lang.management.MemoryType.HEAP).mapToLong(p -> p.getPeakUsage().getUsed()).sum() >> 20);
  }
}
