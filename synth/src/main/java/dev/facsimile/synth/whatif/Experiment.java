package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Request;
import java.util.List;

/**
 * A workload that is going to be generated.
 *
 * @param generation its model and its course
 */
public record Experiment(Generation generation) {
  static final String UNCLASSIFIED = "unclassified";

  TrafficModel model() {
    return generation.model();
  }

  Course course() {
    return generation.course();
  }

  Experiment with(TrafficModel model) {
    return new Experiment(
        new Generation(
            model,
            generation.seed(),
            generation.durationNanos(),
            generation.rateScale(),
            generation.course()));
  }

  Experiment with(Course course) {
    return new Experiment(
        new Generation(
            generation.model(),
            generation.seed(),
            generation.durationNanos(),
            generation.rateScale(),
            course));
  }

  /** The same, and its header tells of the change. */
  Experiment told(String sentence, String... axes) {
    return with(course().with(course().told().with(sentence, List.of(axes))));
  }

  static String nameOf(ClassModel stratum) {
    return stratum.requestClass().orElse(UNCLASSIFIED);
  }

  static String nameOf(Request request) {
    return request.requestClass().orElse(UNCLASSIFIED);
  }
}
