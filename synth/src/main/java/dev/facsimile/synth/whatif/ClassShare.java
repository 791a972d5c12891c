package dev.facsimile.synth.whatif;

import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.header.Declared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Shares of the classes, by requests or by tokens; classes that are not named share the rest as
 * they do in the model. Each class keeps its own envelope and bursts: its sessions are superposed
 * or thinned. Requests per second stay.
 *
 * @param shares 0 to 1, by class
 * @param tokens whether they are of input and output tokens; of requests otherwise
 */
record ClassShare(ByClass<Double> shares, boolean tokens) implements WhatIf {
  private static final int STEPS = 6;
  private static final long MOST_ROWS = 100_000;
  private static final double CLOSE = 0.002;
  private static final double LEAST = 1e-6;
  private static final double ROUNDING = 1e-9;

  static WhatIf readRequests(Fields fields) {
    return new ClassShare(shares(fields), false);
  }

  static WhatIf readTokens(Fields fields) {
    return new ClassShare(shares(fields), true);
  }

  private static ByClass<Double> shares(Fields fields) {
    return ByClass.of(fields, (name, text) -> fields.numberOf(name, text, 0, 1));
  }

  private String option() {
    return tokens ? "token-share" : "class-share";
  }

  @Override
  public List<String> mistakes(Experiment before) {
    List<String> mistakes = new ArrayList<>(shares.mistakes(option(), before.model()));
    if (shares.values().containsKey(ByClass.ALL)) {
      mistakes.add(option() + " has all, expected the names of classes");
    }
    double sum = shares.values().values().stream().mapToDouble(x -> x).sum();
    boolean allNamed = shares.names(before.model()).size() == names(before).size();
    if (sum > 1 + ROUNDING || (allNamed && sum < 1 - ROUNDING)) {
      mistakes.add(
          option()
              + " adds up to "
              + sum
              + ", expected "
              + (allNamed ? "1, as every class is named" : "1 or less"));
    }
    return mistakes;
  }

  private static List<String> names(Experiment experiment) {
    return experiment.model().classes().stream().map(Experiment::nameOf).distinct().toList();
  }

  /**
   * What a simulation has of each class.
   *
   * @param amounts requests or tokens
   * @param requests requests
   * @param perSecond requests per second of all classes
   */
  private record Seen(Map<String, Double> amounts, Map<String, Double> requests, double perSecond) {

    double share(String name) {
      double sum = amounts.values().stream().mapToDouble(x -> x).sum();
      return sum == 0 ? 0 : amounts.getOrDefault(name, 0.0) / sum;
    }
  }

  private Seen simulate(Experiment experiment) throws IOException {
    Map<String, Double> amounts = new TreeMap<>();
    Map<String, Double> requests = new TreeMap<>();
    long[] last = {1};
    experiment
        .generation()
        .run(
            2,
            Extract.first(MOST_ROWS, Long.MAX_VALUE),
            (row, gap) -> {
              String name = Experiment.nameOf(row.request());
              double amount = tokens ? row.inputTokens() + (double) row.outputTokens() : 1;
              amounts.merge(name, amount, Double::sum);
              requests.merge(name, 1.0, Double::sum);
              last[0] = Math.max(1, row.request().arrivalNanos());
            },
            Progress.SILENT);
    double rows = requests.values().stream().mapToDouble(x -> x).sum();
    double end = rows >= MOST_ROWS ? last[0] : experiment.generation().durationNanos();
    return new Seen(amounts, requests, rows / end);
  }

  /** The wanted share of every class. */
  private Map<String, Double> targets(Experiment before, Seen seen) {
    double named = shares.values().values().stream().mapToDouble(x -> x).sum();
    double others =
        names(before).stream()
            .filter(name -> shares.of(name).isEmpty())
            .mapToDouble(seen::share)
            .sum();
    Map<String, Double> targets = new LinkedHashMap<>();
    for (String name : names(before)) {
      double own = others == 0 ? 0 : (1 - named) * seen.share(name) / others;
      targets.put(name, shares.of(name).orElse(own));
    }
    return targets;
  }

  @Override
  public Experiment on(Experiment before) throws IOException {
    Seen first = simulate(before);
    Map<String, Double> targets = targets(before, first);
    Map<String, Double> factors = new LinkedHashMap<>();
    names(before).forEach(name -> factors.put(name, 1.0));
    Experiment tried = before;
    Seen seen = first;
    for (int step = 0; step < STEPS && miss(targets, seen) > CLOSE; step++) {
      for (String name : factors.keySet()) {
        double ratio = targets.get(name) / Math.max(LEAST, seen.share(name));
        factors.merge(name, ratio, (a, b) -> a * b);
      }
      // The rate of all requests is brought back at each step.
      tried = with(before, factors);
      seen = simulate(tried);
      double back = first.perSecond() / Math.max(1e-30, seen.perSecond());
      factors.replaceAll((name, factor) -> factor * back);
      tried = with(before, factors);
    }
    Declared declared = tried.course().told().declared().withClassShares(requestShares(seen));
    return tried
        .with(tried.course().with(tried.course().told().with(declared)))
        .told(
            "Shares of " + (tokens ? "tokens" : "requests") + " by class: " + shares.shown() + ".",
            "mix");
  }

  private SortedMap<String, Double> requestShares(Seen seen) {
    SortedMap<String, Double> byRequests = new TreeMap<>();
    double sum = seen.requests().values().stream().mapToDouble(x -> x).sum();
    seen.requests().forEach((name, rows) -> byRequests.put(name, rows / sum));
    return byRequests;
  }

  private static double miss(Map<String, Double> targets, Seen seen) {
    return targets.entrySet().stream()
        .mapToDouble(target -> Math.abs(target.getValue() - seen.share(target.getKey())))
        .max()
        .orElse(0);
  }

  private static Experiment with(Experiment before, Map<String, Double> factors) {
    List<Double> byNumber = new ArrayList<>();
    int number = 0;
    for (ClassModel stratum : before.model().classes()) {
      byNumber.add(factors.get(Experiment.nameOf(stratum)) * before.course().classFactor(number++));
    }
    return before.with(before.course().withClassFactors(byNumber));
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return new Sums(
        (row, gap) ->
            OptionalDouble.of(tokens ? row.inputTokens() + (double) row.outputTokens() : 1),
        sums ->
            shares.values().entrySet().stream()
                .map(
                    wanted ->
                        new Gauge.Reading(
                            "share of "
                                + (tokens ? "tokens" : "requests")
                                + ", class "
                                + wanted.getKey(),
                            wanted.getValue(),
                            sums.sum(Optional.of(wanted.getKey()))
                                / Math.max(1, sums.sum(Optional.empty()))))
                .toList());
  }
}
