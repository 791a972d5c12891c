package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.course.Phase;
import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Labels of stretches of time.
 *
 * @param phases the labels
 */
record PhaseLabel(List<Phase> phases) implements WhatIf {

  static WhatIf read(Fields fields) {
    List<Phase> phases = new ArrayList<>();
    new TreeMap<>(fields.all())
        .forEach(
            (name, text) -> {
              long[] stretch = fields.stretch(name, text);
              phases.add(new Phase(name, stretch[0], stretch[1]));
            });
    return new PhaseLabel(phases);
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    Course course = before.course();
    for (Phase phase : phases) {
      course = course.with(phase);
    }
    return before.with(course);
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    Map<String, long[]> rows = new TreeMap<>();
    return new Gauge() {
      @Override
      public void take(WorkloadRow row, OptionalLong gapNanos) {
        for (Phase phase : phases) {
          if (phase.holds(row.request().arrivalNanos())) {
            long[] counts = rows.computeIfAbsent(phase.name(), name -> new long[2]);
            counts[0]++;
            counts[1] += row.intent().phase().equals(Optional.of(phase.name())) ? 1 : 0;
          }
        }
      }

      @Override
      public List<Reading> readings() {
        return phases.stream()
            .map(
                phase -> {
                  long[] counts = rows.getOrDefault(phase.name(), new long[2]);
                  double share = counts[0] == 0 ? 0 : (double) counts[1] / counts[0];
                  return new Reading(
                      "share of the requests of its time labelled " + phase.name(), 1, share);
                })
            .toList();
      }
    };
  }
}
