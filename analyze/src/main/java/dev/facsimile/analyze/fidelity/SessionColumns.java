package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What the sessions of one side tell, hung on their requests. The turns of a session are its
 * requests in order of arrival. Holds a few numbers a request.
 */
final class SessionColumns {
  /** Turns, from the second, that are looked at by themselves; later ones go together. */
  static final int TURNS = 4;

  private static final double MOSTLY = 0.5;

  private final Traffic traffic;
  private final int[] before;
  private final int[] turn;
  private final int[] turnsOfSession;

  SessionColumns(Traffic traffic) {
    this.traffic = traffic;
    int[] sessions = traffic.sessions();
    before = new int[traffic.rows()];
    turn = new int[traffic.rows()];
    turnsOfSession = new int[traffic.sessionCount()];
    int[] last = new int[turnsOfSession.length];
    for (int row = 0; row < before.length; row++) {
      int session = sessions[row];
      before[row] = turnsOfSession[session] == 0 ? row : last[session];
      turn[row] = ++turnsOfSession[session];
      last[session] = row;
    }
  }

  /** Turns a session, on average. */
  double meanTurns() {
    return (double) turn.length / Math.max(1, turnsOfSession.length);
  }

  /** How many turns each session has. */
  int[] turns() {
    return turnsOfSession.clone();
  }

  /** The number of turns, told by each session's first. */
  RowValues turnCounts() {
    RowValues.Builder values = new RowValues.Builder(turn.length);
    for (int row = 0; row < turn.length; row++) {
      if (turn[row] == 1) {
        values.add(turnsOfSession[traffic.sessions()[row]]);
      }
      values.endRow();
    }
    return values.build();
  }

  /** Time since the turn before, of the turns from {@code from} to {@code to}, counted from 1. */
  RowValues gaps(int from, int to) {
    return later(
        from,
        to,
        row -> RowValues.ofNanos(traffic.arrivals()[row] - traffic.arrivals()[before[row]]));
  }

  /** Whether most later turns hold the turn before and its answer. */
  boolean cumulative() {
    int[] later = laterRows();
    long holding =
        Arrays.stream(later)
            .filter(row -> traffic.inputs()[row] >= traffic.inputs()[before[row]])
            .count();
    return holding > MOSTLY * later.length;
  }

  /**
   * Input tokens that a later turn adds.
   *
   * @param cumulative whether input lengths count the conversation so far
   */
  RowValues newTokens(boolean cumulative) {
    return later(
        2,
        Integer.MAX_VALUE,
        row ->
            cumulative
                ? traffic.inputs()[row]
                    - traffic.inputs()[before[row]]
                    - traffic.outputs()[before[row]]
                : traffic.inputs()[row]);
  }

  /** Output tokens of a later turn less those of the one before. */
  RowValues outputGrowth() {
    return later(
        2, Integer.MAX_VALUE, row -> traffic.outputs()[row] - traffic.outputs()[before[row]]);
  }

  /** For every turn of that number, or of one from it, 1 if another follows and otherwise 0. */
  RowValues continues(int from, int to) {
    RowValues.Builder values = new RowValues.Builder(turn.length);
    for (int row = 0; row < turn.length; row++) {
      if (turn[row] >= from && turn[row] <= to) {
        values.add(turnsOfSession[traffic.sessions()[row]] > turn[row] ? 1 : 0);
      }
      values.endRow();
    }
    return values.build();
  }

  private int[] laterRows() {
    return IntStream.range(0, turn.length).filter(row -> turn[row] > 1).toArray();
  }

  private RowValues later(int from, int to, IntUnaryOperator value) {
    RowValues.Builder values = new RowValues.Builder(turn.length);
    for (int row = 0; row < turn.length; row++) {
      if (turn[row] >= Math.max(2, from) && turn[row] <= to) {
        values.add(value.applyAsInt(row));
      }
      values.endRow();
    }
    return values.build();
  }

  /** The quantities of two sides. */
  static List<Quantity> quantities(SessionColumns source, SessionColumns other) {
    List<Quantity> all = new ArrayList<>();
    all.add(Quantity.of("turns per session", source.turnCounts(), other.turnCounts()));
    for (int turn = 1; turn < TURNS; turn++) {
      int to = turn + 1 == TURNS ? Integer.MAX_VALUE : turn + 1;
      String name = "gap before turn " + (turn + 1) + (to > turn + 1 ? " and later" : "");
      all.add(Quantity.of(name, source.gaps(turn + 1, to), other.gaps(turn + 1, to)));
    }
    for (int turn = 1; turn < TURNS; turn++) {
      int to = turn + 1 == TURNS ? Integer.MAX_VALUE : turn;
      String name = "% continued after turn " + turn + (to > turn ? " and later" : "");
      all.add(Quantity.share(name, source.continues(turn, to), other.continues(turn, to)));
    }
    boolean cumulative = source.cumulative();
    all.add(
        Quantity.of("new input tokens", source.newTokens(cumulative), other.newTokens(cumulative)));
    all.add(Quantity.of("output growth", source.outputGrowth(), other.outputGrowth()));
    return all;
  }
}
