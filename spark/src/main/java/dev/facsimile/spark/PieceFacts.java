package dev.facsimile.spark;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a piece of a log told while it was read. Holds some kilobyte, whatever the piece's length.
 */
final class PieceFacts implements Serializable {
  private static final long serialVersionUID = 1;

  /** Bits of what requests have, as {@link Staged#HAS} holds them. */
  static final int SESSION = 1;

  /** A session, but no turn in it. */
  static final int UNNUMBERED = 2;

  static final int PARENT = 4;

  /** An id that the log gives, which another row may have too. */
  static final int LOGGED_ID = 8;

  /** Something in common with rows of other logs. */
  static final int SHARED = 16;

  private static final int MOST_SAMPLES = 64;

  private final TreeMap<String, Long> merged = new TreeMap<>();
  private final TreeMap<String, Long> skipped = new TreeMap<>();
  private final ArrayList<String> clockFindings = new ArrayList<>();
  private long[] samples = new long[MOST_SAMPLES];
  private int sampled;
  private long step = 1;
  private long requests;
  private long refused;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long least = Long.MAX_VALUE;
  private boolean inOrder = true;
  private int has;

  /**
   * What a request has.
   *
   * @param ownId the id that it got if it had none
   */
  static int has(Request request, String ownId) {
    Conversation conversation = request.conversation();
    int has = request.id().equals(ownId) ? 0 : LOGGED_ID;
    if (conversation.sessionId().isPresent()) {
      has |= SESSION | (conversation.turn().isEmpty() ? UNNUMBERED : 0);
    }
    return has | (conversation.parentRequestId().isPresent() ? PARENT : 0);
  }

  void request(long clock, int itsHas) {
    if (requests++ == 0) {
      first = clock;
    }
    inOrder &= clock >= last;
    last = clock;
    least = Math.min(least, clock);
    has |= itsHas;
    if ((requests - 1) % step == 0) {
      sample(clock);
    }
  }

  /** Every so many-th arrival; half of them go when there are too many. */
  private void sample(long clock) {
    if (sampled == MOST_SAMPLES) {
      sampled /= 2;
      step *= 2;
      for (int i = 0; i < sampled; i++) {
        samples[i] = samples[2 * i];
      }
      if ((requests - 1) % step != 0) {
        return;
      }
    }
    samples[sampled++] = clock;
  }

  void merged(String reason) {
    merged.merge(reason, 1L, Long::sum);
  }

  void skipped(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  void refused() {
    refused++;
  }

  void ended(List<String> findings) {
    clockFindings.addAll(findings);
    samples = Arrays.copyOf(samples, sampled);
  }

  SortedMap<String, Long> merged() {
    return merged;
  }

  SortedMap<String, Long> skipped() {
    return skipped;
  }

  List<String> clockFindings() {
    return clockFindings;
  }

  /** Rows read. */
  long rows() {
    return requests
        + refused
        + merged.values().stream().mapToLong(Long::longValue).sum()
        + skipped.values().stream().mapToLong(Long::longValue).sum();
  }

  long requests() {
    return requests;
  }

  /** Rows refused. */
  long refusals() {
    return refused;
  }

  /** The earliest arrival, on the log's clock. */
  long least() {
    return least;
  }

  int has() {
    return has;
  }

  /** Whether no request arrived before the one before it, from the last of a piece before on. */
  boolean inOrderAfter(long before) {
    return inOrder && (requests == 0 || first >= before);
  }

  /** The arrival of the last request. */
  long last() {
    return last;
  }

  /** Some of the arrivals, each standing for {@link #step} of them. */
  long[] samples() {
    return samples;
  }

  long step() {
    return step;
  }
}
