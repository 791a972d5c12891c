package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Course;
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
import java.util.Locale;
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
 * number of threads. Holds a few slices of about 16,384 session starts, some batches of rows, the
 * turns of sessions that are not over yet and, with prefix blocks, the last 65,536 prompts of each
 * class.
 *
 * @param model the model
 * @param seed the seed
 * @param durationNanos the workload's duration; one over the source's goes through its envelope
 *     again and again
 * @param rateScale sessions per second ÷ the source's; how burstiness changes with it is told by
 *     {@link dev.facsimile.synth.arrival.CascadeProcess}
 * @param course what it is to be beyond its model
 */
public record Generation(
    TrafficModel model, long seed, long durationNanos, double rateScale, Course course) {

  /** As the model says, at another rate. */
  public Generation(TrafficModel model, long seed, long durationNanos, double rateScale) {
    this(model, seed, durationNanos, rateScale, Course.PLAIN);
  }

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

  /** Takes rows in order, and tells turns from starts. */
  @FunctionalInterface
  public interface Witness {

    /**
     * Takes a row.
     *
     * @param gapNanos from the arrival of the turn before, in the model's time; absent for the
     *     start of a session
     */
    void take(WorkloadRow row, OptionalLong gapNanos) throws IOException;
  }

  /** The header of the whole workload. */
  public WorkloadHeader header(String modelSha256, Admission admission) {
    return header(modelSha256, admission, Extract.ALL);
  }

  /**
   * The header of a part of the workload.
   *
   * @param modelSha256 of the model file
   * @param admission how the model was let in
   */
  public WorkloadHeader header(String modelSha256, Admission admission, Extract extract) {
    long written = writtenNanos(extract);
    SortedMap<String, String> options = new TreeMap<>();
    options.put("duration_ns", Long.toString(durationNanos));
    options.put("rate_scale", Double.toString(rateScale));
    extract.mostRows().ifPresent(rows -> options.put("requests", Long.toString(rows)));
    if (extract.mostRows().isEmpty() && !extract.equals(Extract.ALL)) {
      options.put("from_ns", Long.toString(extract.fromNanos()));
      options.put("to_ns", Long.toString(Math.min(written, extract.toNanos())));
    }
    for (int i = 0; i < course.told().options().size(); i++) {
      options.put(
          String.format(Locale.ROOT, "what_if_%02d", i + 1), course.told().options().get(i));
    }
    Step step =
        new Step(
            "synth generate",
            ToolVersion.CURRENT,
            options,
            Optional.of(seed),
            List.of(new Step.InputFile("model", modelSha256)),
            admission.unapproved(),
            admission.approval());
    Declared declared = declared(written);
    return new WorkloadHeader(
        WorkloadHeader.FORMAT,
        WorkloadHeader.VERSION,
        ToolVersion.CURRENT,
        Optional.of(seed),
        model.notReproduced().isPresent(),
        written,
        model.blocks().map(Generation::global),
        model.grid().latticeNanos(),
        declaredChanges(written, extract),
        model.provenance().then(step),
        Optional.of(declared).filter(d -> !d.equals(Declared.NOTHING)),
        model.notReproduced());
  }

  /** The duration of what is written, in its own time. */
  private long writtenNanos(Extract extract) {
    return extract.mostRows().isPresent()
        ? extract.toNanos()
        : Math.max(1, (long) (durationNanos / course.timeCompression()));
  }

  private Declared declared(long written) {
    Declared declared = course.told().declared();
    if (written != model.source().durationNanos()) {
      declared = declared.withDurationNanos(written);
    }
    double factor = rateScale * declared.rateFactor().orElse(1);
    return factor == 1 ? declared : declared.withRateFactor(factor);
  }

  /** Generated ids are unique in the whole workload. */
  private static BlockScheme global(BlockScheme source) {
    return new BlockScheme(source.blockTokens(), BlockScheme.Scope.GLOBAL, source.partialLast());
  }

  private List<String> declaredChanges(long written, Extract extract) {
    List<String> changes = new ArrayList<>();
    long source = model.source().durationNanos();
    if (written != source) {
      changes.add("The duration is " + written + " ns; the source's is " + source + " ns.");
    }
    if (extract.mostRows().isEmpty() && !extract.equals(Extract.ALL)) {
      changes.add(
          "Only arrivals from "
              + extract.fromNanos()
              + " ns to "
              + Math.min(written, extract.toNanos())
              + " ns are here.");
    }
    if (rateScale != 1) {
      changes.add("Sessions start " + rateScale + " times as often as in the source.");
    }
    changes.addAll(course.told().sentences());
    return changes;
  }

  /** Session starts that are due between two times of the workload. */
  public double expectedStarts(long fromNanos, long toNanos) {
    return draw().expectedStarts(fromNanos, Math.min(toNanos, durationNanos));
  }

  private SliceDraw draw() {
    return new SliceDraw(model, seed, durationNanos, rateScale, course);
  }

  /**
   * Generates the rows in order of arrival.
   *
   * @param threads threads that draw, 1 or more
   * @param sink takes the rows, on the calling thread
   */
  public void run(int threads, RowSink sink, Progress progress) throws IOException {
    run(threads, Extract.ALL, (row, gap) -> sink.take(row), progress);
  }

  /**
   * Generates a part of the rows in order of arrival: all rows before it are drawn too.
   *
   * @param threads threads that draw, 1 or more
   * @param witness takes the rows, on the calling thread
   */
  public void run(int threads, Extract extract, Witness witness, Progress progress)
      throws IOException {
    SliceDraw draw = draw();
    OptionalLong expected = OptionalLong.of(draw.expectedRows());
    ExecutorService pool = Executors.newFixedThreadPool(threads, Generation::daemon);
    ExecutorService oneThread = Executors.newSingleThreadExecutor(Generation::daemon);
    RowForm form = new RowForm(model, course.timeCompression());
    RowDelivery delivery = new RowDelivery(form, extract, witness, pool, oneThread);
    RowAssembly assembly = new RowAssembly(this, draw.classes(), delivery);
    ArrayDeque<Future<Slice>> ahead = new ArrayDeque<>();
    long submitted = 0;
    try {
      while (!delivery.done() && (submitted < draw.slices() || !ahead.isEmpty())) {
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
      oneThread.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "generate");
    thread.setDaemon(true);
    return thread;
  }

  /** What a thread of the pool has made. */
  static <T> T await(Future<T> made) throws IOException {
    try {
      return made.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("generation was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("rows could not be drawn", e.getCause());
    }
  }
}
