package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.Patience;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Every request of a class has a deadline, from its scheduled time.
 *
 * @param millis by class
 */
record Deadline(ByClass<Integer> millis) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Deadline(ByClass.of(fields, fields::millisOf));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return millis.mistakes("deadline", before.model());
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(Models.withPatience(before.model(), millis, Deadline::patience))
        .told("Requests have a deadline, in milliseconds by class: " + millis.shown() + ".");
  }

  private static Patience patience(Patience before, int limit) {
    return new Patience(
        before.disconnectShare(), before.disconnectMillis(), OptionalLong.of(limit));
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return new Sums(
        (row, gap) -> OptionalDouble.of(row.intent().deadlineNanos().orElse(0) / 1e9),
        sums ->
            millis.names(before.model()).stream()
                .map(
                    name ->
                        new Gauge.Reading(
                            "mean deadline, s, class " + name,
                            millis.of(name).orElseThrow() / 1e3,
                            sums.mean(Optional.of(name))))
                .toList());
  }
}
