package dev.facsimile.synth.generate;

import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A workload to be generated. The same model, seed and duration give the same rows whatever the
 * number of threads. Holds a few slices of about 16,384 rows, the turns of sessions that are not
 * over yet and, with prefix blocks, the last 65,536 prompts of each class.
 *
 * @param model the model
 * @param seed the seed
 * @param durationNanos the workload's duration; one over the source's goes through its envelope
 *     again and again
 * @param rateScale sessions per second ÷ the source's; how burstiness changes with it is told by
 *     {@link dev.facsimile.synth.arrival.CascadeProcess}
 */
public record Generation(TrafficModel model, long seed, long durationNanos, double rateScale) {

  /** At the source's rate. */
  public Generation(TrafficModel model, long seed, long durationNanos) {
    this(model, seed, durationNanos, 1);
  }

  public Generation {
    if (!(rateScale > 0 && rateScale <= MOST_SCALE)) {
      throw new IllegalArgumentException(
          "a rate of " + rateScale + " times the source's, expected more than 0 to " + MOST_SCALE);
    }
    if (durationNanos < 1) {
      throw new IllegalArgumentException("a duration of " + durationNanos + " ns, expected some");
    }
  }

  private static final double MOST_SCALE = 10_000;

  /** Takes rows in order. */
  @FunctionalInterface
  public interface RowSink {
    void take(WorkloadRow row) throws IOException;
  }

  /**
   * The header of the workload.
   *
   * @param modelSha256 of the model file
   * @param admission how the model was let in
   */
  public WorkloadHeader header(String modelSha256, Admission admission) {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("duration_ns", Long.toString(durationNanos));
    options.put("rate_scale", Double.toString(rateScale));
    Step step =
        new Step(
            "synth generate",
            ToolVersion.CURRENT,
            options,
            Optional.of(seed),
            List.of(new Step.InputFile("model", modelSha256)),
            admission.unapproved(),
            admission.approval());
    Declared declared = declared();
    return new WorkloadHeader(
        WorkloadHeader.FORMAT,
        WorkloadHeader.VERSION,
        ToolVersion.CURRENT,
        Optional.of(seed),
        model.notReproduced().isPresent(),
        durationNanos,
        model.blocks().map(Generation::global),
        model.grid().latticeNanos(),
        declaredChanges(),
        model.provenance().then(step),
        Optional.of(declared).filter(d -> !d.equals(Declared.NOTHING)),
        model.notReproduced());
  }

  private Declared declared() {
    Declared declared = Declared.NOTHING;
    if (durationNanos != model.source().durationNanos()) {
      declared = declared.withDurationNanos(durationNanos);
    }
    return rateScale == 1 ? declared : declared.withRateFactor(rateScale);
  }

  /** Generated ids are unique in the whole workload. */
  private static BlockScheme global(BlockScheme source) {
    return new BlockScheme(source.blockTokens(), BlockScheme.Scope.GLOBAL, source.partialLast());
  }

  private List<String> declaredChanges() {
    List<String> changes = new ArrayList<>();
    long source = model.source().durationNanos();
    if (durationNanos != source) {
      changes.add("The duration is " + durationNanos + " ns; the source's is " + source + " ns.");
    }
    if (rateScale != 1) {
      changes.add("Sessions start " + rateScale + " times as often as in the source.");
    }
    return changes;
  }

  /**
   * Generates the rows in order of arrival.
   *
   * @param threads threads that draw, 1 or more
   * @param sink takes the rows, on the calling thread
   */
  public void run(int threads, RowSink sink, Progress progress) throws IOException {
    SliceDraw draw = new SliceDraw(model, seed, durationNanos, rateScale);
    RowAssembly assembly = new RowAssembly(model, seed, draw.classes(), sink);
    OptionalLong expected = OptionalLong.of(draw.expectedRows());
    ExecutorService pool = Executors.newFixedThreadPool(threads, Generation::daemon);
    ArrayDeque<Future<Slice>> ahead = new ArrayDeque<>();
    long submitted = 0;
    try {
      while (submitted < draw.slices() || !ahead.isEmpty()) {
        while (submitted < draw.slices() && ahead.size() <= threads) {
          long number = submitted++;
          Optional<long[][]> inOrder = draw.inOrder(number);
          ahead.add(pool.submit(() -> draw.draw(number, inOrder)));
        }
        assembly.take(await(ahead.remove()));
        progress.at(assembly.rows(), expected);
      }
      assembly.finish();
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "generate");
    thread.setDaemon(true);
    return thread;
  }

  private static Slice await(Future<Slice> slice) throws IOException {
    try {
      return slice.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("generation was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a slice could not be drawn", e.getCause());
    }
  }
}
