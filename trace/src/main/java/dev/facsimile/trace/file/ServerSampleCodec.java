package dev.facsimile.trace.file;

import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of {@code server.parquet}. */
final class ServerSampleCodec implements RowCodec<ServerSample> {
  private final Table table = new Table("server");
  private final int at = table.requiredLong("at_ns");
  private final int source = table.requiredCategory("source");
  private final int name = table.requiredCategory("name");
  private final int labels = table.requiredCategory("labels");
  private final int value = table.requiredDouble("value");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(ServerSample row, Cells cells) {
    cells.setLong(at, row.atNanos());
    cells.setString(source, row.source());
    cells.setString(name, row.name());
    cells.setString(labels, row.labels());
    cells.setDouble(value, row.value());
  }

  @Override
  public ServerSample read(Cells cells) {
    return new ServerSample(
        cells.getLong(at),
        cells.getString(source),
        cells.getString(name),
        cells.getString(labels),
        cells.getDouble(value));
  }
}
