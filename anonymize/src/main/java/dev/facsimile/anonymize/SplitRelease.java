package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.PlantedPrompts;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A release of one raw trace by many tasks, each with {@link PieceRelease}: cuts the trace into
 * pieces, and puts together what the tasks found. The rows are those that {@link Anonymizer} would
 * write under the same key, whatever the pieces. Holds what {@link Overview} and {@link
 * ArrivalMarks} tell, and no row.
 *
 * <p>Ids are numbered in the order of their keyed codes, without a list of all: codes are spread
 * over buckets by their first bits, and a code's number is its rank in its bucket and the sizes of
 * the buckets before.
 */
public final class SplitRelease {
  private static final long MOST_PIECE_ROWS = 500_000;
  private static final long MOST_PIECE_BLOCKS = 4_000_000;
  private static final long BUCKET_IDS = 4_000_000;

  private final ReleaseInput input;

  private SplitRelease(ReleaseInput input) {
    this.input = input;
  }

  /**
   * A release.
   *
   * @throws InputException as {@link Anonymizer} does, and if text would be released
   */
  public static SplitRelease of(TraceFile raw, Policy policy, Path target) throws IOException {
    Anonymizer.requireOther(raw, target);
    ReleaseInput input = ReleaseInput.of(raw, policy);
    if (raw.header().rows() == 0) {
      throw new InputException(raw.path(), "holds no request, expected at least one");
    }
    if (input.releasesText()) {
      throw new InputException(
          raw.path(),
          "holds text, which the profile "
              + policy.profile().word()
              + " releases and many machines cannot: anonymize it on one machine, or under a policy"
              + " of the profile no-text");
    }
    return new SplitRelease(input);
  }

  /** Pieces of a size that a task can hold. */
  public List<Piece> pieces() {
    long rows = input.raw().header().rows();
    long blocks = input.policy().keeps(TraceColumn.PREFIX_BLOCKS) ? blocks() : 0;
    return pieces(
        Math.max(1, Math.min(MOST_PIECE_ROWS, MOST_PIECE_BLOCKS / Math.max(1, blocks / rows))));
  }

  private long blocks() {
    return input.values(TraceColumn.PREFIX_BLOCKS);
  }

  /** Pieces of so many rows. */
  public List<Piece> pieces(long rows) {
    List<Piece> pieces = new ArrayList<>();
    long all = input.raw().header().rows();
    for (long from = 0; from < all; from += rows) {
      pieces.add(Piece.alone(pieces.size(), from, Math.min(all, from + rows)));
    }
    return pieces;
  }

  /** Whether arrivals are moved, so that pieces must be known by time: see {@link #inTime}. */
  public boolean movesArrivals() {
    return !input.policy().time().jitter().isZero();
  }

  /**
   * Pieces that read as much around their own rows as what they write depends on. A released
   * arrival is the latest of what those of the request, its session's rows before and its parents
   * are moved to, each by at most the jitter: those of more than twice the jitter before do not
   * count. What comes to lie in a piece's time lies at most a jitter before or behind it.
   *
   * @param marks of all pieces, in their order
   * @throws InputException if arrivals go backward
   */
  public List<Piece> inTime(List<Piece> pieces, List<ArrivalMarks> marks) {
    requireOrdered(marks);
    LongSeries rows = new LongSeries();
    LongSeries arrivals = new LongSeries();
    for (ArrivalMarks piece : marks) {
      for (int i = 0; i < piece.rows().length; i++) {
        rows.add(piece.rows()[i]);
        arrivals.add(piece.arrivals()[i]);
      }
    }
    long jitter = input.policy().time().jitter().toNanos();
    long zero = arrivals.get(0);
    List<Piece> inTime = new ArrayList<>();
    for (Piece piece : pieces) {
      boolean first = piece.index() == 0;
      boolean last = piece.index() == pieces.size() - 1;
      long start = marks.get(piece.index()).arrivals()[0];
      long end = last ? Long.MAX_VALUE : marks.get(piece.index() + 1).arrivals()[0];
      long readFrom = first ? 0 : lastBefore(rows, arrivals, start - 3 * jitter);
      long readTo = last ? input.raw().header().rows() : firstFrom(rows, arrivals, end + jitter);
      inTime.add(
          new Piece(
              piece.index(),
              piece.from(),
              piece.to(),
              readFrom,
              readTo,
              first ? Long.MIN_VALUE : start - zero,
              last ? Long.MAX_VALUE : end - zero));
    }
    return inTime;
  }

  private void requireOrdered(List<ArrivalMarks> marks) {
    long before = Long.MIN_VALUE;
    for (ArrivalMarks piece : marks) {
      if (!piece.ordered() || piece.arrivals()[0] < before) {
        throw new InputException(
            input.raw().path(),
            "has arrivals that go backward, which many machines cannot move by a jitter: anonymize"
                + " it on one machine, or without a jitter");
      }
      before = piece.arrivals()[piece.arrivals().length - 1];
    }
  }

  /** The row of the last mark that lies before a time; the first row if none does. */
  private static long lastBefore(LongSeries rows, LongSeries arrivals, long time) {
    int marks = marksBefore(arrivals, time);
    return marks == 0 ? 0 : rows.get(marks - 1);
  }

  /** The row of the first mark that does not lie before a time; behind the last row if all do. */
  private long firstFrom(LongSeries rows, LongSeries arrivals, long time) {
    int marks = marksBefore(arrivals, time);
    return marks == rows.size() ? input.raw().header().rows() : rows.get(marks);
  }

  private static int marksBefore(LongSeries arrivals, long time) {
    int low = 0;
    int high = arrivals.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (arrivals.get(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether units may share blocks, so that the units of each must be known first. */
  public boolean mayShareBlocks() {
    return input.mayShareBlocks();
  }

  /** Buckets for ids, at least so many. */
  public int buckets(int least) {
    long ids =
        2 * input.raw().header().rows()
            + input.values(TraceColumn.SESSION_ID)
            + (input.policy().keeps(TraceColumn.PREFIX_BLOCKS) ? blocks() : 0);
    return Math.toIntExact(Math.max(least, 1 + ids / BUCKET_IDS));
  }

  /**
   * Whether planted prompts must be looked for in all rows, see {@link RiskSample#releasedBlocks}.
   */
  public boolean watchesBlocks(long mostRows) {
    return input.watchesBlocks(mostRows);
  }

  /**
   * What was found of planted prompts.
   *
   * @param buckets of the released blocks of all rows
   * @param masked what every task masked
   */
  public PlantedPrompts planted(List<ReleasedBlocks> buckets, List<PieceRelease.Masked> masked) {
    long references = masked.stream().mapToLong(PieceRelease.Masked::blockReferences).sum();
    long shared = masked.stream().mapToLong(PieceRelease.Masked::sharedReferences).sum();
    return new PlantedPrompts(
        buckets.stream().mapToLong(ReleasedBlocks::blocks).sum(),
        buckets.stream().mapToLong(ReleasedBlocks::belowK).sum(),
        buckets.stream().mapToLong(ReleasedBlocks::shared).sum(),
        references == 0 ? 0 : (double) shared / references);
  }

  /**
   * Released blocks of a bucket.
   *
   * @param blocks distinct ones
   * @param belowK of them, shared by 2 to k − 1 units
   * @param shared of them, shared by k units or more
   */
  public record ReleasedBlocks(long blocks, long belowK, long shared) implements Serializable {
    /** Of what was found in all rows. */
    public static ReleasedBlocks of(BlockUnits units) {
      return new ReleasedBlocks(units.size(), units.split(), units.shared());
    }
  }

  /**
   * The seal of the release.
   *
   * @param key gives the key that all tasks have
   */
  public ReleaseSeal seal(KeySource key, Clock clock, String operator) {
    try (Pseudonyms pseudonyms = new Pseudonyms(key)) {
      return new ReleaseSeal(pseudonyms.sealSeed(), clock.instant(), operator, Optional.empty());
    }
  }

  /**
   * Puts the parts that tasks wrote together under the trace's name, and writes the draft of its
   * manifest.
   *
   * @param parts traces, in the order of their rows; those without a row may be left out
   * @param masked what every task masked, in the order of the pieces
   * @throws GateMissedException if the risk is over what the policy allows; nothing is written then
   */
  public Release finish(
      Path target,
      List<Path> parts,
      List<PieceRelease.Masked> masked,
      WholeTrace whole,
      RiskReport risk,
      ReleaseSeal seal)
      throws IOException {
    RiskGate gate = input.passedGate(risk);
    Tally tally = new Tally();
    ArrivalFacts arrivals = new ArrivalFacts();
    long rows = 0;
    for (PieceRelease.Masked piece : masked) {
      tally.add(piece.tally());
      arrivals.then(piece.arrivals());
      rows += piece.rows();
    }
    if (rows != whole.counts().rows()) {
      throw new IllegalStateException(rows + " rows were released of " + whole.counts().rows());
    }
    ReleasePapers papers =
        new ReleasePapers(
            input,
            Optional.empty(),
            whole.counts(),
            whole.overview().firstArrivalNanos(),
            tally,
            arrivals);
    TraceHeader header = papers.header(rows, seal.releaseId());
    TraceFile.join(parts, header, target);
    return papers.draft(target, header, risk, gate, seal, remarks(risk, rows));
  }

  private static List<String> remarks(RiskReport risk, long rows) {
    return risk.rows() == rows
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "the risk was measured on %,d of the %,d requests, those of whole sessions drawn at"
                    + " random",
                risk.rows(),
                rows));
  }
}
