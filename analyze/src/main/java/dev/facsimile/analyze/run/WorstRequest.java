package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * One of the requests whose users waited longest for the first token; times are nanoseconds from
 * when it was due.
 *
 * @param requestId its id
 * @param requestClass its class
 * @param inputTokens planned
 * @param outputTokens received
 * @param scheduledNanos when it was due, from the run's zero
 * @param woken when the client turned to it
 * @param admitted when the user's cap let it through
 * @param connected when a new connection stood
 * @param dispatched when its first byte was written
 * @param firstToken when the first token came
 * @param lastToken when the last one came
 */
record WorstRequest(
    String requestId,
    Optional<String> requestClass,
    OptionalInt inputTokens,
    int outputTokens,
    long scheduledNanos,
    long woken,
    long admitted,
    OptionalLong connected,
    long dispatched,
    long firstToken,
    long lastToken) {

  private static WorstRequest of(Outcome.Completed done) {
    long due = done.planned().scheduledNanos();
    OptionalLong connected = done.sending().connectedNanos();
    return new WorstRequest(
        done.planned().request().id(),
        done.planned().request().requestClass(),
        done.planned().request().tokens().input(),
        done.answer().outputTokens(),
        due,
        done.sending().wokenNanos() - due,
        done.sending().admittedNanos() - due,
        connected.isPresent() ? OptionalLong.of(connected.getAsLong() - due) : OptionalLong.empty(),
        done.sending().dispatchedNanos() - due,
        done.answer().firstTokenNanos().getAsLong() - due,
        done.answer().lastTokenNanos().getAsLong() - due);
  }

  /** Keeps the {@value #MOST} worst of those that it is shown. */
  static final class Heap {
    private static final int MOST = 15;

    private final PriorityQueue<Outcome.Completed> worst =
        new PriorityQueue<>(Comparator.comparingLong(Heap::waited));

    void add(Outcome.Completed done) {
      if (done.answer().firstTokenNanos().isEmpty() || done.answer().lastTokenNanos().isEmpty()) {
        return;
      }
      if (worst.size() < MOST) {
        worst.add(done);
      } else if (waited(done) > waited(worst.peek())) {
        worst.poll();
        worst.add(done);
      }
    }

    private static long waited(Outcome.Completed done) {
      return done.ttftFromScheduleNanos().getAsLong();
    }

    /** The worst first. */
    List<WorstRequest> list() {
      return worst.stream()
          .sorted(
              Comparator.comparingLong(Heap::waited)
                  .reversed()
                  .thenComparing(done -> done.planned().request().id()))
          .map(WorstRequest::of)
          .toList();
    }
  }
}
