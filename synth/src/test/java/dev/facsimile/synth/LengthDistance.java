package dev.facsimile.synth;

import dev.facsimile.trace.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Distances between pairs of lengths, as logarithms in units of their deviation. */
final class LengthDistance {
  private static final int DIRECTIONS = 24;

  private final double[] scale = new double[2];

  /** In the units of these requests. */
  LengthDistance(List<Request> requests) {
    for (int axis = 0; axis < 2; axis++) {
      double[] values = projected(requests, axis == 0 ? 1 : 0, axis == 0 ? 0 : 1);
      double mean = Arrays.stream(values).average().orElseThrow();
      double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
      scale[axis] = Math.sqrt(squares / values.length);
    }
  }

  /** Energy distance of equally many requests, in multiples of that of random halves of both. */
  double energyRatio(List<Request> drawn, List<Request> heldOut, List<Request> fitted) {
    int n = Math.min(drawn.size(), Math.min(heldOut.size(), fitted.size()));
    List<Request> mixed = new ArrayList<>(heldOut);
    mixed.addAll(fitted);
    double floor = 0;
    int splits = 8;
    for (int split = 0; split < splits; split++) {
      Collections.shuffle(mixed, new Random(split));
      floor += energy(mixed.subList(0, n), mixed.subList(n, 2 * n)) / splits;
    }
    return energy(some(drawn, n), some(heldOut, n)) / floor;
  }

  private static List<Request> some(List<Request> requests, int n) {
    List<Request> mixed = new ArrayList<>(requests);
    Collections.shuffle(mixed, new Random(1));
    return mixed.subList(0, n);
  }

  /** Share of the requests that are nearer to the fitted ones than to the others; ties are half. */
  double closerShare(List<Request> drawn, List<Request> fitted, List<Request> others) {
    int n = Math.min(fitted.size(), others.size());
    double[][] near = points(fitted.subList(0, n));
    double[][] far = points(others.subList(0, n));
    double closer = 0;
    double[][] some = points(drawn.subList(0, Math.min(2_000, drawn.size())));
    for (double[] point : some) {
      double difference = nearest(point, near) - nearest(point, far);
      closer += difference < 0 ? 1 : difference == 0 ? 0.5 : 0;
    }
    return closer / some.length;
  }

  private double[][] points(List<Request> requests) {
    return requests.stream()
        .map(r -> new double[] {log(r, true) / scale[0], log(r, false) / scale[1]})
        .toArray(double[][]::new);
  }

  private static double nearest(double[] point, double[][] others) {
    double nearest = Double.MAX_VALUE;
    for (double[] other : others) {
      double dx = point[0] - other[0];
      double dy = point[1] - other[1];
      nearest = Math.min(nearest, dx * dx + dy * dy);
    }
    return nearest;
  }

  /** Sliced: the mean over directions of ∫ (F − G)². */
  private double energy(List<Request> first, List<Request> second) {
    double sum = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
      double angle = Math.PI * (i + 0.5) / DIRECTIONS;
      double x = Math.cos(angle) / scale[0];
      double y = Math.sin(angle) / scale[1];
      sum += cramer(projected(first, x, y), projected(second, x, y));
    }
    return sum / DIRECTIONS;
  }

  private static double[] projected(List<Request> requests, double x, double y) {
    return requests.stream()
        .mapToDouble(r -> x * log(r, true) + y * log(r, false))
        .sorted()
        .toArray();
  }

  private static double log(Request request, boolean input) {
    return Math.log1p((input ? request.tokens().input() : request.tokens().output()).getAsInt());
  }

  private static double cramer(double[] a, double[] b) {
    double integral = 0;
    double last = Math.min(a[0], b[0]);
    for (int i = 0, j = 0; i < a.length || j < b.length; ) {
      boolean first = j == b.length || (i < a.length && a[i] <= b[j]);
      double at = first ? a[i] : b[j];
      double difference = (double) i / a.length - (double) j / b.length;
      integral += difference * difference * (at - last);
      last = at;
      i += first ? 1 : 0;
      j += first ? 0 : 1;
    }
    return integral;
  }
}
