package dev.facsimile.synth.generate;

import java.util.Optional;
import java.util.OptionalLong;

/** A request that is known before its time or continued after it, and its row once it has one. */
final class Planned implements Comparable<Planned> {

  /** Why a request comes. */
  enum Kind {
    START,
    TURN,
    RETRY,
    COPY
  }

  /**
   * What it asks for.
   *
   * @param arrivalNanos when
   * @param classNumber position of its class in the model
   * @param inputTokens of the prompt
   * @param outputTokens of the answer
   */
  record Ask(long arrivalNanos, int classNumber, int inputTokens, int outputTokens) {}

  private static final double WHOLE_GAP = 255;

  private final Kind kind;
  private final Ask ask;
  private final Optional<Planned> parent;
  private final long number;
  private final int sharedBlocks;
  private final int thinkShare;
  private final Optional<String> label;
  private Optional<Draft> draft = Optional.empty();

  private Planned(
      Kind kind,
      Ask ask,
      Optional<Planned> parent,
      long number,
      int sharedBlocks,
      int thinkShare,
      Optional<String> label) {
    this.kind = kind;
    this.ask = ask;
    this.parent = parent;
    this.number = number;
    this.sharedBlocks = sharedBlocks;
    this.thinkShare = thinkShare;
    this.label = label;
  }

  /** A start that others continue; starts wait for nobody. */
  static Planned start(Ask ask) {
    return new Planned(Kind.START, ask, Optional.empty(), 0, 0, 0, Optional.empty());
  }

  /**
   * A turn.
   *
   * @param number those at the same time come in order of it
   * @param sharedBlocks leading blocks that it has in common with its parent
   * @param thinkShare part of the gap that is think time, in 255ths; 0 where that is not told
   */
  static Planned turn(Ask ask, Planned parent, long number, int sharedBlocks, int thinkShare) {
    return new Planned(
        Kind.TURN, ask, Optional.of(parent), number, sharedBlocks, thinkShare, Optional.empty());
  }

  /** A second attempt at a request. */
  static Planned retry(Ask ask, Planned of, long number) {
    return new Planned(Kind.RETRY, ask, Optional.of(of), number, 0, 0, Optional.empty());
  }

  /**
   * A request besides the model's.
   *
   * @param of the one whose prompt it has; absent where it has its own
   * @param label its phase
   */
  static Planned copy(Ask ask, Optional<Planned> of, long number, String label) {
    return new Planned(Kind.COPY, ask, of, number, 0, 0, Optional.of(label));
  }

  Kind kind() {
    return kind;
  }

  Ask ask() {
    return ask;
  }

  /** The request that it continues or repeats. */
  Optional<Planned> parent() {
    return parent;
  }

  /** The row of that one, which has come before. */
  Draft parentRow() {
    return parent.orElseThrow().draft.orElseThrow();
  }

  /** Its phase, where it has one of its own. */
  Optional<String> label() {
    return label;
  }

  int sharedBlocks() {
    return sharedBlocks;
  }

  /** From the arrival of the one before, of a turn. */
  long gapNanos() {
    return ask.arrivalNanos() - parent.orElseThrow().ask.arrivalNanos();
  }

  /** The pause after the answer of the one before, of a turn. */
  OptionalLong thinkNanos() {
    return thinkShare == 0
        ? OptionalLong.empty()
        : OptionalLong.of((long) (gapNanos() * (thinkShare / WHOLE_GAP)));
  }

  /** It has its row. */
  void became(Draft row) {
    draft = Optional.of(row);
  }

  @Override
  public int compareTo(Planned other) {
    int byTime = Long.compare(ask.arrivalNanos(), other.ask.arrivalNanos());
    return byTime != 0 ? byTime : Long.compare(number, other.number);
  }
}
