package dev.facsimile.analyze.metric;

import java.util.Arrays;
import java.util.List;

/**
 * Ranges of whole numbers that requests are sorted into: below the first edge, …, from the last.
 */
public final class Buckets {
  /** Of input tokens. */
  public static final Buckets INPUT = new Buckets(256, 1024, 4096, 16384, 65536);

  /** Of output tokens. */
  public static final Buckets OUTPUT = new Buckets(32, 128, 512, 2048);

  static final Buckets TURN = new Buckets(1, 2, 4, 8, 16);

  private final int[] edges;
  private final List<String> names;

  private Buckets(int... edges) {
    this.edges = edges;
    String[] all = new String[edges.length + 1];
    int low = 0;
    for (int i = 0; i < edges.length; i++) {
      all[i] = edges[i] - 1 == low ? Integer.toString(low) : low + "–" + (edges[i] - 1);
      low = edges[i];
    }
    all[edges.length] = low + " or more";
    this.names = List.of(all);
  }

  /** Their names, the lowest first. */
  public List<String> names() {
    return names;
  }

  /** The bucket of a value, counted from 0. */
  public int of(long value) {
    int place = Arrays.binarySearch(edges, (int) Math.max(0, Math.min(Integer.MAX_VALUE, value)));
    return place >= 0 ? place + 1 : -place - 1;
  }

  String nameOf(long value) {
    return names.get(of(value));
  }
}
