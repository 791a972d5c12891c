package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.risk.RiskMeter;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.stats.BlockTable;
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
  private final RowBytes rowBytes = new RowBytes();
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
        TraceRow before = rowBytes.read(in);
        TraceRow after = rowBytes.read(in);
        int unit = units.number(in.readLong());
        long[] ids = RowBytes.longs(in);
        int[] places = new int[ids.length];
        for (int block = 0; block < places.length; block++) {
          places[block] = blocks.number(ids[block]);
        }
        meter.add(before, after, unit, places);
      }
    }
  }

  /** What was measured, all rows being added. */
  public RiskReport report() {
    return meter.report();
  }
}
