package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.table.RowBytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * The rows of a piece of which the risk is measured, as bytes: all, or whole sessions chosen by
 * their codes, and requests without a session likewise. Holds them, without their content.
 */
public final class RiskSample {
  private static final double CODES = 0x1p64;

  private final double share;
  private final long mostRows;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out =
      new DataOutputStream(
          new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED), 1 << 16));
  private final RowBytes<TraceRow> rowBytes = new RowBytes<>(TraceFile.codec());
  private final BlockUnits released;
  private final boolean watches;
  private long rows;

  /**
   * A sample.
   *
   * @param share of the sessions
   * @param mostRows rows after which no more are taken, whatever the sessions
   * @param k units that make a block one for all of them
   * @param watches whether to look at the blocks of all rows that are released. In a sample, a
   *     block of k units may seem to have fewer: whether a planted prompt would match is told by
   *     all rows
   */
  RiskSample(double share, long mostRows, int k, boolean watches) {
    this.share = share;
    this.mostRows = mostRows;
    this.released = new BlockUnits(k);
    this.watches = watches;
  }

  boolean has(Request request, Codes codes) {
    if (share >= 1) {
      return true;
    }
    long drawn =
        codes
            .pseudonyms()
            .of("risk sample", codes.session(request).orElseGet(() -> codes.request(request.id())));
    return rows < mostRows && (drawn ^ Long.MIN_VALUE) * 1.0 + CODES / 2 < share * CODES;
  }

  void add(TraceRow before, TraceRow after, long unit, long[] blocks) throws IOException {
    write(before);
    write(after);
    out.writeLong(unit);
    out.writeInt(blocks.length);
    for (long block : blocks) {
      out.writeLong(block);
    }
    rows++;
  }

  private void write(TraceRow row) throws IOException {
    byte[] its = rowBytes.bytes(row);
    out.writeInt(its.length);
    out.write(its);
  }

  boolean watches() {
    return watches;
  }

  /** Looks at the blocks of a row that is released. */
  void released(BlockIds ids, long unit) {
    ids.stream().forEach(id -> released.add(id, unit));
  }

  /** The units of the released blocks, in so many buckets; none unless they are watched. */
  public List<BlockUnits.Pairs> releasedBlocks(int buckets) {
    return released.byBucket(buckets);
  }

  /** How many there are. */
  public long rows() {
    return rows;
  }

  /** The bytes, all rows being added. */
  public byte[] bytes() throws IOException {
    out.close();
    return bytes.toByteArray();
  }
}
