package dev.facsimile.synth.privacy;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Sharing;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Fits a model with ε-differential privacy in three passes: what is known to all (the names of the
 * classes, the length of the observation to the second, the tick of the clock), noisy marginals,
 * noisy ranks. One request is protected, not one user. Every request stands alone: how many others
 * one request changes in sessions and prefix blocks has no bound that noise could cover.
 *
 * <p>Holds a count for each second, class and distinct length.
 */
public final class PrivateFit {
  private static final long SECOND = 1_000_000_000;
  private static final int PROGRESS_ROWS = 4096;
  private static final int PASSES = 3;

  /** A class is told of where it has so many requests, in units of 1 / ε. */
  private static final double ENOUGH = 200;

  private final TraceFile trace;
  private final Progress progress;
  private final PrivacyBudget budget;
  private final Noise noise;
  private final SortedMap<String, Optional<PrivateClass>> classes = new TreeMap<>();
  private long lastArrival;
  private long done;

  /**
   * Of this trace.
   *
   * @param epsilon ε, more than 0
   * @param secret where the noise comes from; who knows its numbers can take the noise away
   */
  public PrivateFit(
      TraceFile trace, Progress progress, double epsilon, UniformRandomProvider secret) {
    this.trace = trace;
    this.progress = progress;
    this.budget = new PrivacyBudget(epsilon);
    this.noise = new Noise(secret);
  }

  /**
   * The model.
   *
   * @param admission how the trace was let in
   * @throws InputException if no class has enough requests
   */
  public TrafficModel fit(Admission admission) throws IOException {
    pass(
        request -> {
          lastArrival = Math.max(lastArrival, request.arrivalNanos());
          classes.put(request.requestClass().orElse(""), Optional.empty());
        });
    OptionalLong lattice = trace.header().clock().latticeNanos();
    long tick = Math.max(SECOND, lattice.orElse(1));
    long durationNanos = (lastArrival / tick + 1) * tick;
    TimeGrid grid = TimeGrid.of(lattice, durationNanos);
    classes.replaceAll(
        (name, none) ->
            Optional.of(
                new PrivateClass(
                    Optional.of(name).filter(n -> !n.isEmpty()),
                    budget,
                    noise,
                    grid,
                    durationNanos)));
    pass(request -> of(request).count(request));
    classes.values().forEach(fit -> fit.orElseThrow().closeCounts());
    pass(request -> of(request).rank(request));
    List<ClassModel> told = new ArrayList<>();
    for (Optional<PrivateClass> fit : classes.values()) {
      if (fit.orElseThrow().requests() >= ENOUGH / budget.epsilon()) {
        told.add(fit.orElseThrow().model(durationNanos));
      }
    }
    requireSome(told);
    return model(told, grid, durationNanos, admission);
  }

  private PrivateClass of(Request request) {
    return classes.get(request.requestClass().orElse("")).orElseThrow();
  }

  private void requireSome(List<ClassModel> told) {
    if (told.isEmpty()) {
      throw new InputException(
          trace.path(),
          "has no class of about "
              + Math.round(ENOUGH / budget.epsilon())
              + " requests or more, which a model of epsilon "
              + budget.epsilon()
              + " needs");
    }
  }

  private void pass(Consumer<Request> taker) throws IOException {
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> next = rows.next(); next.isPresent(); next = rows.next()) {
        if (++done % PROGRESS_ROWS == 0) {
          progress.at(done, OptionalLong.of(PASSES * trace.header().rows()));
        }
        if (next.get().request().tokens().lengthsKnown()) {
          taker.accept(next.get().request());
        }
      }
    }
  }

  private TrafficModel model(
      List<ClassModel> told, TimeGrid grid, long durationNanos, Admission admission)
      throws IOException {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("epsilon", Double.toString(budget.epsilon()));
    Step step =
        new Step(
            "synth fit",
            ToolVersion.CURRENT,
            options,
            Optional.empty(),
            List.of(new Step.InputFile("trace", InputFiles.sha256(trace.path()))),
            admission.unapproved(),
            admission.approval());
    return new TrafficModel(
        TrafficModel.FORMAT,
        TrafficModel.VERSION,
        ToolVersion.CURRENT,
        new TrafficModel.Source(
            told.stream().mapToLong(ClassModel::requests).sum(),
            0,
            durationNanos,
            TraceHeader.Sessions.NONE),
        grid,
        Optional.empty(),
        OptionalInt.empty(),
        told,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(sharing()),
        Optional.empty(),
        trace.header().provenance().then(step));
  }

  private Sharing sharing() {
    return new Sharing(
        OptionalInt.empty(),
        Optional.of(budget.privacy()),
        List.of(
            "Every number was told with noise; small ones are told together or not at all.",
            "One request is protected; what a person sent in n requests is, by n times epsilon.",
            "The names of the classes, the length of the observation and the tick of the clock are"
                + " taken as known to all.",
            "Every request stands alone: sessions and prefix blocks are left out.",
            "Drift, silences, tenants, models and routes are left out."));
  }
}
