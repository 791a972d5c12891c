package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;

/**
 * Sees the rows of a part of which both lengths are known, each with its stratum: of each stratum
 * in their order.
 *
 * @param <S> its own type
 */
abstract class KnownRows<S extends KnownRows<S>> implements PartSummary<S> {
  private static final long serialVersionUID = 1;

  private final transient StratumOrder order;
  private long rows;

  KnownRows(Strata strata) {
    order = new StratumOrder(strata);
  }

  @Override
  public final void accept(TraceBatch batch) {
    rows += batch.size();
    long[] input = batch.numbers(TraceColumn.INPUT);
    long[] output = batch.numbers(TraceColumn.OUTPUT);
    int count = order.take(batch);
    for (int place = 0; place < count; place++) {
      int row = order.row(place);
      take(batch, row, order.stratum(row), (int) input[row], (int) output[row]);
    }
  }

  @Override
  public final void merge(S behind) {
    mergeKnown(behind);
    KnownRows<S> rowsBehind = behind;
    rows += rowsBehind.rows;
  }

  /** Rows seen, those without lengths too. */
  final long rows() {
    return rows;
  }

  /**
   * Takes a row.
   *
   * @param stratum the number of its stratum
   * @param input its prompt tokens
   * @param output its answer's tokens
   */
  abstract void take(TraceBatch batch, int row, int stratum, int input, int output);

  /** Takes what was made of the rows right behind. */
  abstract void mergeKnown(S behind);
}
