package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What must be known of a long side before it is looked at closely: of one stretch of it, or of
 * several together. Holds 24 bytes a part and some for each class.
 */
final class StretchFacts implements RowTaker, Serializable {
  private static final long serialVersionUID = 1;

  private final IntSeries parts = new IntSeries();
  private final LongSeries firsts = new LongSeries();
  private final IntSeries rowsOfPart = new IntSeries();
  private final LinkedHashMap<String, long[]> classes = new LinkedHashMap<>();
  private final LargeSessions largeSessions = new LargeSessions();
  private String lastClass = "";
  private long[] lastCount = {};
  private long rows;
  private long leftOut;
  private long first;
  private long last;
  private long blocks;
  private int partRows;
  private transient long[] before;
  private boolean ascending = true;
  private boolean sessionsKnown;

  @Override
  public void part(int number) {
    endPart();
    parts.add(number);
  }

  private void endPart() {
    if (parts.size() > rowsOfPart.size()) {
      rowsOfPart.add(partRows);
      if (partRows == 0) {
        firsts.add(last);
      }
      partRows = 0;
    }
  }

  @Override
  public void leftOut() {
    leftOut++;
  }

  @Override
  public void row(
      long arrivalNanos,
      String requestClass,
      String tenant,
      String session,
      int input,
      int output,
      long[] rowBlocks) {
    if (rows++ == 0) {
      first = arrivalNanos;
      last = arrivalNanos;
    }
    if (partRows++ == 0) {
      firsts.add(arrivalNanos);
    }
    ascending &= arrivalNanos >= last;
    last = arrivalNanos;
    blocks += rowBlocks.length;
    if (lastCount.length == 0 || !requestClass.equals(lastClass)) {
      lastClass = requestClass;
      lastCount = classes.computeIfAbsent(requestClass, added -> new long[1]);
    }
    lastCount[0]++;
    if (!session.isEmpty()) {
      sessionsKnown = true;
      largeSessions.add(TrafficBuilder.hash(session));
    }
  }

  /** All rows were taken. */
  StretchFacts ended() {
    endPart();
    return this;
  }

  /** Takes those of the stretch behind this one in. */
  StretchFacts then(StretchFacts next) {
    if (next.rows > 0) {
      ascending &= next.ascending && (rows == 0 || next.first >= last);
      first = rows == 0 ? next.first : first;
      last = next.last;
    }
    rows += next.rows;
    leftOut += next.leftOut;
    blocks += next.blocks;
    sessionsKnown |= next.sessionsKnown;
    largeSessions.add(next.largeSessions);
    for (Map.Entry<String, long[]> each : next.classes.entrySet()) {
      classes.computeIfAbsent(each.getKey(), added -> new long[1])[0] += each.getValue()[0];
    }
    for (int i = 0; i < next.parts.size(); i++) {
      parts.add(next.parts.get(i));
      firsts.add(next.firsts.get(i));
      rowsOfPart.add(next.rowsOfPart.get(i));
    }
    return this;
  }

  long rows() {
    return rows;
  }

  long leftOutRows() {
    return leftOut;
  }

  /** The last arrival, nanoseconds. */
  long spanNanos() {
    return last;
  }

  /** Prefix blocks, each as often as it occurs. */
  long blocks() {
    return blocks;
  }

  boolean ascending() {
    return ascending;
  }

  boolean sessionsKnown() {
    return sessionsKnown;
  }

  /** Requests of every class, in the order of their first. */
  Map<String, long[]> classes() {
    return classes;
  }

  LargeSessions largeSessions() {
    return largeSessions;
  }

  /** Requests before a part. */
  long rowsBefore(int part) {
    if (before == null || before.length != rowsOfPart.size() + 1) {
      before = new long[rowsOfPart.size() + 1];
      for (int i = 0; i < rowsOfPart.size(); i++) {
        before[i + 1] = before[i] + rowsOfPart.get(i);
      }
    }
    return before[part - parts.get(0)];
  }

  /**
   * The part from which to read so that everything from {@code nanos} before the first arrival of
   * {@code part} on is read, and {@code fewest} requests before it.
   */
  int partBefore(int part, long nanos, int fewest) {
    int at = part - parts.get(0);
    if (at == parts.size()) {
      return part;
    }
    long since = firsts.get(at) - nanos;
    int rowsBefore = 0;
    while (at > 0 && (rowsBefore < fewest || firsts.get(at) >= since)) {
      at--;
      rowsBefore += rowsOfPart.get(at);
    }
    return parts.get(at);
  }
}
