package dev.facsimile.trace.file;

import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of a trace or a workload that a {@link LoadRow} is made of; no others are read. */
final class LoadCodec implements RowCodec<LoadRow> {
  private static final long[] NO_BLOCKS = {};

  private final Table table = new Table("load");
  private final int arrival = table.requiredLong("arrival_ns");
  private final int requestClass = table.category("class");
  private final int tenant = table.category("tenant");
  private final int sessionId = table.string("session_id");
  private final int input = table.integer("input_tokens");
  private final int output = table.integer("output_tokens");
  private final int prefixBlocks = table.longList("prefix_blocks");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(LoadRow row, Cells cells) {
    cells.setLong(arrival, row.arrivalNanos());
    cells.set(requestClass, row.requestClass());
    cells.set(tenant, row.tenant());
    cells.set(sessionId, row.sessionId());
    cells.set(input, row.input());
    cells.set(output, row.output());
    cells.setLongs(prefixBlocks, row.prefixBlocks());
  }

  @Override
  public LoadRow read(Cells cells) {
    return new LoadRow(
        cells.getLong(arrival),
        cells.optionalString(requestClass),
        cells.optionalString(tenant),
        cells.optionalString(sessionId),
        cells.optionalInt(input),
        cells.optionalInt(output),
        cells.optionalLongs(prefixBlocks).orElse(NO_BLOCKS));
  }
}
