package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** What is done for stretches of a long side. */
sealed interface StretchTask<T extends Serializable> extends LongRows.Task<T> {

  /** What must be known of a stretch first. */
  record Facts(SideStretch stretch) implements StretchTask<StretchFacts> {
    @Override
    public StretchFacts of(Function<String, Path> paths) throws IOException {
      StretchFacts facts = new StretchFacts();
      stretch.read(facts, paths);
      return facts.ended();
    }
  }

  /**
   * What a plan takes of a stretch.
   *
   * @param stretch with the parts before it that must be looked at
   * @param firstPart where it begins
   * @param firstRow the number of the first row that is read
   */
  record Detail(
      SideStretch stretch, int firstPart, long firstRow, DetailPlan plan, BlockScheme.Scope scope)
      implements StretchTask<StretchDetail> {
    @Override
    public StretchDetail of(Function<String, Path> paths) throws IOException {
      StretchDetail.Reader reader = new StretchDetail.Reader(plan, scope, firstPart, firstRow);
      stretch.read(reader, paths);
      return reader.detail();
    }
  }

  /**
   * What a plan takes of the prefix blocks of a whole side.
   *
   * @param schemes how the blocks are cut, if that is known
   */
  record Blocks(SideStretch whole, DetailPlan plan, List<BlockScheme> schemes)
      implements StretchTask<PrefixDetail> {
    @Override
    public PrefixDetail of(Function<String, Path> paths) throws IOException {
      PrefixDetail.Reader reader = new PrefixDetail.Reader(plan, schemes.stream().findFirst());
      whole.read(reader, paths);
      return reader.ended();
    }
  }

  /**
   * Input and output of some requests in a row.
   *
   * @param firstRow the number of the stretch's first row
   * @param from the first of them
   * @param most how many at most
   */
  record Pairs(SideStretch stretch, long firstRow, long from, int most)
      implements StretchTask<LongSeries> {
    @Override
    public LongSeries of(Function<String, Path> paths) throws IOException {
      PairReader reader = new PairReader(firstRow, from, most);
      stretch.read(reader, paths);
      return reader.pairs;
    }
  }

  /** Takes the lengths of some rows. */
  final class PairReader implements RowTaker {
    private final LongSeries pairs = new LongSeries();
    private final long from;
    private final int most;
    private long row;

    private PairReader(long firstRow, long from, int most) {
      this.row = firstRow;
      this.from = from;
      this.most = most;
    }

    @Override
    public void row(
        long arrivalNanos,
        String requestClass,
        String tenant,
        String session,
        int input,
        int output,
        long[] blocks) {
      if (row++ >= from && pairs.size() < most) {
        pairs.add(LengthPairs.of(input, output));
      }
    }
  }
}
