package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.Dependence;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.Dispersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Copies of a trace, each wrong in one way. */
final class Defects {
  private Defects() {}

  static Side side(List<Request> requests) {
    return new Side(
        "test",
        Side.Kind.TRACE,
        Traffic.of(requests),
        0,
        OptionalLong.empty(),
        Optional.empty(),
        false,
        List.of(),
        false,
        Provenance.NONE);
  }

  static UniformRandomProvider random(String name) {
    return new SeededStreams(7).stream(name);
  }

  private static Request with(Request request, long arrival, int input, int output) {
    return new Request(
        request.id(),
        arrival,
        request.requestClass(),
        request.origin(),
        request.conversation(),
        Tokens.of(input, output),
        request.prefixBlocks(),
        request.streaming(),
        request.cacheEligible());
  }

  private static int input(Request request) {
    return request.tokens().input().orElseThrow();
  }

  private static int output(Request request) {
    return request.tokens().output().orElseThrow();
  }

  /** A random half of the requests, and the other one. */
  static List<List<Request>> halves(List<Request> requests, long seed) {
    List<Request> order = new ArrayList<>(requests);
    ListSampler.shuffle(new SeededStreams(seed).stream("test halves"), order);
    int half = order.size() / 2;
    List<List<Request>> halves =
        List.of(
            new ArrayList<>(order.subList(0, half)),
            new ArrayList<>(order.subList(half, 2 * half)));
    halves.forEach(h -> h.sort((a, b) -> Long.compare(a.arrivalNanos(), b.arrivalNanos())));
    return halves;
  }

  /** The same requests, of which nothing is known that they share. */
  static List<Request> withoutBlocks(List<Request> requests) {
    return requests.stream().map(request -> request.withBlocks(Optional.empty())).toList();
  }

  /** Every output given to another request's input, over all classes. */
  static List<Request> outputsShuffled(List<Request> requests) {
    List<Integer> outputs = new ArrayList<>();
    requests.forEach(request -> outputs.add(output(request)));
    ListSampler.shuffle(random("shuffle"), outputs);
    List<Request> changed = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      changed.add(with(request, request.arrivalNanos(), input(request), outputs.get(i)));
    }
    return changed;
  }

  /** The same rows in the same order, with the arrivals of a Poisson process. */
  static List<Request> poisson(List<Request> requests) {
    return renewal(requests, ZigguratSampler.Exponential.of(random("poisson")));
  }

  /** The same rows in the same order, with independent gamma gaps of variation {@code cv}. */
  static List<Request> gammaRenewal(List<Request> requests, double cv) {
    double shape = 1 / (cv * cv);
    return renewal(
        requests, AhrensDieterMarsagliaTsangGammaSampler.of(random("gamma"), shape, 1 / shape));
  }

  /** The same with the variation of the requests' own gaps. */
  static List<Request> gammaRenewal(List<Request> requests) {
    long[] arrivals = requests.stream().mapToLong(Request::arrivalNanos).toArray();
    return gammaRenewal(requests, Dispersion.gapVariation(arrivals));
  }

  private static List<Request> renewal(List<Request> requests, SharedStateContinuousSampler gaps) {
    double mean = (double) requests.get(requests.size() - 1).arrivalNanos() / requests.size();
    List<Request> changed = new ArrayList<>();
    double arrival = 0;
    for (Request request : requests) {
      arrival += mean * gaps.sample();
      changed.add(request.at((long) arrival));
    }
    return changed;
  }

  /** Both lengths cut at their P98. */
  static List<Request> clipped(List<Request> requests) {
    int[] inputs = requests.stream().mapToInt(Defects::input).sorted().toArray();
    int[] outputs = requests.stream().mapToInt(Defects::output).sorted().toArray();
    int mostInput = inputs[(int) (0.98 * inputs.length)];
    int mostOutput = outputs[(int) (0.98 * outputs.length)];
    return lengths(requests, n -> Math.min(n, mostInput), n -> Math.min(n, mostOutput));
  }

  /** Every input multiplied by a normal factor of mean 1 and deviation 0.1. */
  static List<Request> noisyInputs(List<Request> requests) {
    ZigguratSampler.NormalizedGaussian normal =
        ZigguratSampler.NormalizedGaussian.of(random("noise"));
    return lengths(
        requests, n -> (int) Math.max(1, Math.round(n * (1 + 0.1 * normal.sample()))), n -> n);
  }

  private static List<Request> lengths(
      List<Request> requests, IntUnaryOperator input, IntUnaryOperator output) {
    List<Request> changed = new ArrayList<>();
    for (Request request : requests) {
      changed.add(
          with(
              request,
              request.arrivalNanos(),
              input.applyAsInt(input(request)),
              output.applyAsInt(output(request))));
    }
    return changed;
  }

  /** Every request of a class, and again a share of them, at another one's time. */
  static List<Request> moreOf(List<Request> requests, String className, double share) {
    UniformRandomProvider random = random("mix");
    List<Request> changed = new ArrayList<>(requests);
    for (Request request : requests) {
      if (request.requestClass().orElseThrow().equals(className) && random.nextDouble() < share) {
        changed.add(request.at(requests.get(random.nextInt(requests.size())).arrivalNanos()));
      }
    }
    return changed;
  }

  /** The rows in another order on the same arrivals. */
  static List<Request> rowsShuffled(List<Request> requests) {
    List<Request> order = new ArrayList<>(requests);
    ListSampler.shuffle(random("rows"), order);
    long[] arrivals = requests.stream().mapToLong(Request::arrivalNanos).sorted().toArray();
    List<Request> changed = new ArrayList<>();
    for (int i = 0; i < arrivals.length; i++) {
      changed.add(order.get(i).at(arrivals[i]));
    }
    return changed;
  }

  /** A random half of the sessions, and the other one; a request without one is its own. */
  static List<List<Request>> sessionHalves(List<Request> requests, long seed) {
    Map<String, Boolean> first = new HashMap<>();
    UniformRandomProvider random = new SeededStreams(seed).stream("test session halves");
    List<List<Request>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    for (Request request : requests) {
      String session = request.conversation().sessionId().orElse(request.id());
      boolean half = first.computeIfAbsent(session, added -> random.nextBoolean());
      halves.get(half ? 0 : 1).add(request);
    }
    return halves;
  }

  /** Every output given to another request of its class. */
  static List<Request> outputsShuffledWithinClass(List<Request> requests) {
    return byClass(requests, Defects::outputsShuffled);
  }

  /** A change made to each class by itself. */
  static List<Request> byClass(List<Request> requests, UnaryOperator<List<Request>> change) {
    Map<String, List<Request>> classes = new TreeMap<>();
    for (Request request : requests) {
      classes
          .computeIfAbsent(request.requestClass().orElseThrow(), added -> new ArrayList<>())
          .add(request);
    }
    List<Request> changed = new ArrayList<>();
    classes.values().forEach(each -> changed.addAll(change.apply(each)));
    changed.sort((a, b) -> Long.compare(a.arrivalNanos(), b.arrivalNanos()));
    return changed;
  }

  /** Lengths of the same margins and rank correlation, joined by a Gaussian copula. */
  static List<Request> gaussianCopula(List<Request> requests) {
    int n = requests.size();
    int[] inputs = requests.stream().mapToInt(Defects::input).sorted().toArray();
    int[] outputs = requests.stream().mapToInt(Defects::output).sorted().toArray();
    double rho =
        2
            * Math.sin(
                Math.PI
                    / 6
                    * Dependence.spearman(
                        requests.stream().mapToInt(Defects::input).toArray(),
                        requests.stream().mapToInt(Defects::output).toArray()));
    ZigguratSampler.NormalizedGaussian normal =
        ZigguratSampler.NormalizedGaussian.of(random("copula"));
    double[] x = normal.samples(n).toArray();
    double[] y = normal.samples(n).toArray();
    for (int i = 0; i < n; i++) {
      y[i] = rho * x[i] + Math.sqrt(1 - rho * rho) * y[i];
    }
    int[] rankX = ranks(x);
    int[] rankY = ranks(y);
    List<Request> changed = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Request request = requests.get(i);
      changed.add(with(request, request.arrivalNanos(), inputs[rankX[i]], outputs[rankY[i]]));
    }
    return changed;
  }

  private static int[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted((a, b) -> Double.compare(values[a], values[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] ranks = new int[values.length];
    for (int i = 0; i < order.length; i++) {
      ranks[order[i]] = i;
    }
    return ranks;
  }

  /** Without the requests whose input and output together are over their P99. */
  static List<Request> withoutLargest(List<Request> requests) {
    int[] totals = requests.stream().mapToInt(r -> input(r) + output(r)).sorted().toArray();
    int most = totals[(int) (0.99 * totals.length)];
    return requests.stream().filter(r -> input(r) + output(r) <= most).toList();
  }

  /** Timestamps cut to whole seconds. */
  static List<Request> floored(List<Request> requests) {
    long second = 1_000_000_000L;
    return requests.stream().map(r -> r.at(r.arrivalNanos() / second * second)).toList();
  }

  /** Every request with blocks of its own. */
  static List<Request> withoutSharing(List<Request> requests) {
    List<Request> changed = new ArrayList<>();
    long next = 1L << 40;
    for (Request request : requests) {
      long first = next;
      int size = request.prefixBlocks().orElseThrow().size();
      next += size;
      changed.add(
          request.withBlocks(
              Optional.of(BlockIds.of(LongStream.range(first, first + size).toArray()))));
    }
    return changed;
  }

  /** Every request in a session of its own. */
  static List<Request> sessionsBroken(List<Request> requests) {
    return requests.stream().map(request -> request.within(Conversation.NONE)).toList();
  }
}
