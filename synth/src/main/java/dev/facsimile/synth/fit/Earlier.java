package dev.facsimile.synth.fit;

import java.io.Serializable;
import java.util.List;

/**
 * What the requests of a part may continue in earlier parts.
 *
 * @param before requests before those of the part
 * @param seen for each of {@link LinkKeys#tables} by the number of a key: the last request before
 *     the part that has it, as a place in {@code requests}, or -1
 * @param requests earlier requests
 * @param numbers their numbers in the trace by place; empty where places are numbers
 */
public record Earlier(long before, List<int[]> seen, Requests requests, long[] numbers)
    implements Serializable {

  /** Of the first part. */
  static final Earlier NOTHING = new Earlier(0, List.of(), new Requests(), new long[0]);

  public Earlier {
    seen = List.copyOf(seen);
  }

  /** The number of a request in the trace. */
  long number(int place) {
    return numbers.length == 0 ? place : numbers[place];
  }
}
