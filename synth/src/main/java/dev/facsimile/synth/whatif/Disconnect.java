package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Patience;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A share of the clients of a class goes away some time after the dispatch.
 *
 * @param plans by class
 */
record Disconnect(ByClass<Plan> plans) implements WhatIf {

  /**
   * Of one class.
   *
   * @param share of its requests
   * @param leastMillis shortest time until they go
   * @param mostMillis longest
   */
  record Plan(double share, int leastMillis, int mostMillis) {

    @Override
    public String toString() {
      String until = mostMillis == leastMillis ? "" : " to " + mostMillis;
      return share + " after " + leastMillis + until + " ms";
    }
  }

  static WhatIf read(Fields fields) {
    return new Disconnect(ByClass.of(fields, (name, text) -> plan(fields, name, text)));
  }

  private static Plan plan(Fields fields, String name, String text) {
    String[] parts = text.split("@", -1);
    if (parts.length != 2) {
      fields.error(name + " is '" + text + "', expected a share and a time, such as 0.05@2s");
      return new Plan(0, 1, 1);
    }
    double share = fields.numberOf(name, parts[0].strip(), 0, 1);
    if (parts[1].contains("..")) {
      long[] stretch = fields.stretch(name, parts[1].strip());
      return new Plan(share, millis(stretch[0]), millis(stretch[1]));
    }
    int after = fields.millisOf(name, parts[1].strip());
    return new Plan(share, after, after);
  }

  private static int millis(long nanos) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, nanos / 1_000_000));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return plans.mistakes("disconnect", before.model());
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(Models.withPatience(before.model(), plans, Disconnect::patience))
        .told("Clients disconnect, by class: " + plans.shown() + ".");
  }

  private static Patience patience(Patience before, Plan plan) {
    Marginal after =
        new Marginal(List.of(new Marginal.Segment(plan.leastMillis(), plan.mostMillis(), 1)));
    return new Patience(plan.share(), Optional.of(after), before.deadlineMillis());
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return new Sums(
        (row, gap) -> OptionalDouble.of(row.intent().cancelAfterNanos().isPresent() ? 1 : 0),
        sums ->
            plans.names(before.model()).stream()
                .map(
                    name ->
                        new Gauge.Reading(
                            "share of requests that are cut off, class " + name,
                            plans.of(name).orElseThrow().share(),
                            sums.mean(Optional.of(name))))
                .toList());
  }
}
