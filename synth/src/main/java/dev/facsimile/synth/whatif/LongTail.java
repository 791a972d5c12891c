package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Copies;
import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The longest prompt of the model, several times at one instant: first one and the same prompt,
 * then as many that share nothing.
 *
 * @param atNanos instant of the identical ones
 * @param gapNanos from those to the others
 * @param copies how many of each
 * @param input tokens, if not the model's longest
 * @param output tokens, if not the median of the class
 */
record LongTail(long atNanos, long gapNanos, int copies, OptionalInt input, OptionalInt output)
    implements WhatIf {
  static final String IDENTICAL = "long-tail-identical";
  static final String SALTED = "long-tail-salted";

  static WhatIf read(Fields fields) {
    return new LongTail(
        fields.nanos("at"),
        fields.nanosOr(60_000_000_000L, "gap"),
        fields.whole("copies", 1, 10_000).orElse(10),
        fields.whole("input", 1, 100_000_000),
        fields.whole("output", 1, 100_000_000));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    boolean late = atNanos + gapNanos >= before.generation().durationNanos();
    return late
        ? List.of(
            "long-tail has prompts at "
                + Rates.seconds(atNanos)
                + " and "
                + Rates.seconds(atNanos + gapNanos)
                + ", expected both before the workload's end")
        : List.of();
  }

  /** The class with the longest prompt. */
  private static int longest(TrafficModel model) {
    int longest = 0;
    for (int i = 1; i < model.classes().size(); i++) {
      if (top(model.classes().get(i)) > top(model.classes().get(longest))) {
        longest = i;
      }
    }
    return longest;
  }

  private static int top(ClassModel stratum) {
    return Marginals.largest(stratum.lengths().input());
  }

  private List<Copies> copies(TrafficModel model) {
    int number = longest(model);
    ClassModel stratum = model.classes().get(number);
    int tokens = input.orElse(top(stratum));
    int answer = output.orElse(new Quantiles(stratum.lengths().output()).at(0.5));
    List<Copies> both = new ArrayList<>();
    // Without blocks nothing says which prompts are the same.
    if (model.cut().isPresent() && stratum.prefix().isPresent()) {
      both.add(new Copies(atNanos, number, tokens, answer, copies, true, IDENTICAL));
    }
    both.add(new Copies(atNanos + gapNanos, number, tokens, answer, copies, false, SALTED));
    return both;
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    Course course = before.course();
    List<Copies> both = copies(before.model());
    for (Copies each : both) {
      course = course.with(each);
    }
    Copies last = both.get(both.size() - 1);
    return before
        .with(course)
        .told(
            copies
                + " prompts of "
                + last.inputTokens()
                + " tokens come at one instant: "
                + (both.size() == 2
                    ? "the same one at " + Rates.seconds(atNanos) + ", "
                    : "(no identical ones, as the model has no prefix blocks) ")
                + "others that share nothing at "
                + Rates.seconds(atNanos + gapNanos)
                + ".",
            "fine-timing",
            "tails",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    List<Copies> both = copies(before.model());
    Map<String, Integer> found = new HashMap<>();
    return new Gauge() {
      @Override
      public void take(WorkloadRow row, OptionalLong gapNanos) {
        row.intent().phase().ifPresent(name -> found.merge(name, 1, Integer::sum));
      }

      @Override
      public List<Reading> readings() {
        return both.stream()
            .map(
                each ->
                    new Reading(
                        "requests of phase " + each.phase(),
                        copies,
                        found.getOrDefault(each.phase(), 0)))
            .toList();
      }
    };
  }
}
