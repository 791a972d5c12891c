package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.risk.RiskMeter;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.table.RowBytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.zip.InflaterInputStream;

/**
 * Measures the risk of a release by several tasks, in one of them. Holds what {@link RiskMeter}
 * tells of the rows that were chosen, and 24 to 48 bytes for each of their distinct blocks.
 */
public final class RiskMeasuring {
  private final RiskMeter meter;
  private final RowBytes<TraceRow> rowBytes = new RowBytes<>(TraceFile.codec());
  private final BlockTable units = new BlockTable();
  private final BlockTable blocks = new BlockTable();

  /** Of a release of {@code raw}. */
  public RiskMeasuring(TraceFile raw, Policy policy) throws IOException {
    meter = new RiskMeter(ReleaseInput.of(raw, policy).riskPlan());
  }

  /**
   * Adds the rows of a piece; pieces come in their order.
   *
   * @param sample of {@link RiskSample#bytes}
   * @param rows how many there are
   */
  public void add(byte[] sample, long rows) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(sample)))) {
      for (long i = 0; i < rows; i++) {
        TraceRow before = row(in);
        TraceRow after = row(in);
        int unit = units.number(in.readLong());
        int[] places = new int[in.readInt()];
        for (int block = 0; block < places.length; block++) {
          places[block] = blocks.number(in.readLong());
        }
        meter.add(before, after, unit, places);
      }
    }
  }

  private TraceRow row(DataInputStream in) throws IOException {
    byte[] its = new byte[in.readInt()];
    in.readFully(its);
    return rowBytes.row(its);
  }

  /** What was measured, all rows being added. */
  public RiskReport report() {
    return meter.report();
  }
}
