package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Patience;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/** What is wanted of each row beyond the request: think time, patience, phase. */
final class IntentDraw {
  private final List<Optional<Waiting>> patience;
  private final Course course;
  private final UniformRandomProvider disconnects;

  IntentDraw(List<ClassModel> classes, Course course, SeededStreams streams) {
    this.course = course;
    this.disconnects = streams.stream("disconnects");
    this.patience = classes.stream().map(c -> c.patience().map(Waiting::of)).toList();
  }

  /**
   * The intent of the next row.
   *
   * @param nanos its time, by which phases go
   * @param thinkNanos before it
   * @param label its phase, where it has one of its own
   * @param timeoutNanos planned disconnect, where it is not its class's to say
   */
  Intent of(
      int classNumber,
      long nanos,
      OptionalLong thinkNanos,
      Optional<String> label,
      OptionalLong timeoutNanos) {
    Optional<Waiting> waiting = patience.get(classNumber);
    if (waiting.isEmpty()
        && thinkNanos.isEmpty()
        && label.isEmpty()
        && timeoutNanos.isEmpty()
        && course.phases().isEmpty()) {
      return Intent.PLAIN;
    }
    OptionalLong deadline = waiting.map(Waiting::deadlineNanos).orElse(OptionalLong.empty());
    OptionalLong disconnect =
        waiting.map(w -> w.disconnectNanos(disconnects)).orElse(OptionalLong.empty());
    OptionalLong cut = timeoutNanos.isPresent() ? timeoutNanos : disconnect;
    Optional<String> phase = label.isPresent() ? label : course.phaseAt(nanos);
    return new Intent(thinkNanos, deadline, cut, phase);
  }

  /** How long the clients of a class wait. */
  private record Waiting(Patience patience, Optional<Quantiles> disconnectMillis) {

    static Waiting of(Patience patience) {
      return new Waiting(patience, patience.disconnectMillis().map(Quantiles::new));
    }

    OptionalLong deadlineNanos() {
      return patience.deadlineMillis().isPresent()
          ? OptionalLong.of(patience.deadlineMillis().getAsLong() * 1_000_000)
          : OptionalLong.empty();
    }

    OptionalLong disconnectNanos(UniformRandomProvider random) {
      return disconnectMillis.isPresent() && random.nextDouble() < patience.disconnectShare()
          ? OptionalLong.of(disconnectMillis.get().at(random.nextDouble()) * 1_000_000L)
          : OptionalLong.empty();
    }
  }
}
