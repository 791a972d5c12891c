package dev.facsimile.trace.file;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/**
 * A tokenizer's count of one answer, that comes after its outcome was written.
 *
 * @param outcome which outcome, in the order in which they were written, from 0
 * @param tokens how many tokens
 */
record TokenCount(long outcome, int tokens) {

  /** Its columns; a journal alone has them. */
  static final class Codec implements RowCodec<TokenCount> {
    private final Table table = new Table("token counts");
    private final int outcome = table.requiredLong("outcome");
    private final int tokens = table.requiredInteger("tokens");

    @Override
    public Table table() {
      return table;
    }

    @Override
    public void write(TokenCount row, Cells cells) {
      cells.setLong(outcome, row.outcome());
      cells.setLong(tokens, row.tokens());
    }

    @Override
    public TokenCount read(Cells cells) {
      return new TokenCount(cells.getLong(outcome), cells.getInt(tokens));
    }
  }
}
