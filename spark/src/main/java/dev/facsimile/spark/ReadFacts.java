package dev.facsimile.spark;

import dev.facsimile.ingest.LogOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all pieces of all logs told, and of a trace that they are added to. Holds what they hold,
 * some kilobyte each.
 *
 * @param logs how many logs there are
 * @param pieces in the order of the logs
 */
record ReadFacts(int logs, List<OfPiece> pieces) {

  /**
   * Of one piece.
   *
   * @param log the log's number, from 1; {@link OldRowsTask#LOG} of a trace
   */
  record OfPiece(int log, PieceFacts facts) {}

  /** A requests' arrival, standing for so many. */
  private record Weighted(long arrival, long rows) {}

  /**
   * What is known of the order of a log's rows without looking at them again: that none came before
   * the row before it.
   */
  Optional<LogOrder.Facts> inOrder(int log) {
    long last = Long.MIN_VALUE;
    long rows = 0;
    for (OfPiece piece : pieces) {
      if (piece.log() == log) {
        if (!piece.facts().inOrderAfter(last)) {
          return Optional.empty();
        }
        rows += piece.facts().requests();
        last = Math.max(last, piece.facts().last());
      }
    }
    return Optional.of(LogOrder.Facts.inOrder(rows));
  }

  /** Rows read of the logs. */
  long rows() {
    return pieces.stream()
        .filter(piece -> piece.log() != OldRowsTask.LOG)
        .mapToLong(piece -> piece.facts().rows())
        .sum();
  }

  /** What some pieces of the only log told, both ends included. */
  ReadFacts ofPieces(int from, int to) {
    return new ReadFacts(logs, pieces.subList(from, Math.min(to + 1, pieces.size())));
  }

  SortedMap<String, Long> merged() {
    SortedMap<String, Long> all = new TreeMap<>();
    pieces.forEach(
        piece -> piece.facts().merged().forEach((why, rows) -> all.merge(why, rows, Long::sum)));
    return all;
  }

  SortedMap<String, Long> skipped() {
    SortedMap<String, Long> all = new TreeMap<>();
    pieces.forEach(
        piece -> piece.facts().skipped().forEach((why, rows) -> all.merge(why, rows, Long::sum)));
    return all;
  }

  long requests() {
    return pieces.stream().mapToLong(piece -> piece.facts().requests()).sum();
  }

  long refused() {
    return pieces.stream().mapToLong(piece -> piece.facts().refusals()).sum();
  }

  /** The earliest arrival of all. */
  long least() {
    return pieces.stream().mapToLong(piece -> piece.facts().least()).min().orElse(Long.MAX_VALUE);
  }

  /** What any request has. */
  int has() {
    return pieces.stream().mapToInt(piece -> piece.facts().has()).reduce(0, (a, b) -> a | b);
  }

  /**
   * Arrivals that part the time into stretches of about as many requests each.
   *
   * @return where each stretch but the first begins, ascending; fewer than asked for where many
   *     requests arrive at once
   */
  long[] stretches(int wanted) {
    List<Weighted> all = new ArrayList<>();
    for (OfPiece piece : pieces) {
      for (long arrival : piece.facts().samples()) {
        all.add(new Weighted(arrival, piece.facts().step()));
      }
    }
    all.sort((a, b) -> Long.compare(a.arrival(), b.arrival()));
    long rows = all.stream().mapToLong(Weighted::rows).sum();
    long[] begins = new long[wanted - 1];
    int found = 0;
    long before = 0;
    for (Weighted one : all) {
      while (found < begins.length && before >= rows / wanted * (found + 1)) {
        begins[found++] = one.arrival();
      }
      before += one.rows();
    }
    return Arrays.stream(begins, 0, found).distinct().toArray();
  }
}
