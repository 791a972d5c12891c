package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The counts of consecutive parts of a trace that has neither sessions nor blocks: every request
 * stands alone.
 */
final class CountPart extends KnownRows<CountPart> {
  private static final long serialVersionUID = 1;

  private final List<StratumCounts> counts;

  /** For each part behind the first one here, the requests of each stratum before it. */
  private final List<long[]> before = new ArrayList<>();

  /** The pass between the census and the ranks. */
  record Work(Strata strata) implements PartWork<CountPart> {

    @Override
    public Set<TraceColumn> columns() {
      return EnumSet.complementOf(
          EnumSet.of(TraceColumn.SESSION, TraceColumn.PREFIX_BLOCKS, TraceColumn.E2E));
    }

    @Override
    public CountPart start(int part) {
      return new CountPart(strata);
    }
  }

  private CountPart(Strata strata) {
    super(strata);
    counts = Stream.generate(() -> new StratumCounts(strata.grid())).limit(strata.size()).toList();
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    StratumCounts of = counts.get(stratum);
    of.start(batch.numbers(TraceColumn.ARRIVAL)[row], input, output);
    of.mix().add(batch, row);
  }

  private long[] requests() {
    return counts.stream().mapToLong(StratumCounts::starts).toArray();
  }

  @Override
  void mergeKnown(CountPart behind) {
    long[] here = requests();
    before.add(here);
    for (long[] there : behind.before) {
      long[] both = here.clone();
      for (int stratum = 0; stratum < both.length; stratum++) {
        both[stratum] += there[stratum];
      }
      before.add(both);
    }
    for (int stratum = 0; stratum < counts.size(); stratum++) {
      counts.get(stratum).merge(behind.counts.get(stratum));
    }
  }

  /** For each part the requests of each stratum before it. */
  List<long[]> before() {
    return Stream.concat(Stream.of(new long[counts.size()]), before.stream()).toList();
  }

  /** By stratum. */
  List<StratumCounts> counts() {
    return counts;
  }
}
