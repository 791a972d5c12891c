package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.CodeSet;
import dev.facsimile.anonymize.pseudonym.DenseNumbers;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.pseudonym.UnitBlocks;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The work of one task of a release by several: reads a piece of the raw trace, up to four times,
 * and knows nothing of other pieces but what it is given. Holds what {@link BlockUnits} or {@link
 * PieceLearned} tell, of one piece.
 *
 * <p>All tasks of a release have its key. It is zeroed on {@link #close}.
 */
public final class PieceRelease implements AutoCloseable {
  /** Rows chosen for the measures may be so many times their part in the mean. */
  private static final int UNEVEN = 4;

  private final ReleaseInput input;
  private final Policy policy;
  private final Pseudonyms pseudonyms;
  private final Codes codes;
  private final BlockCut cut;
  private final Piece piece;

  /**
   * The work on a piece.
   *
   * @param key gives the key of the release
   * @throws InputException as {@link Anonymizer} does
   */
  public PieceRelease(TraceFile raw, Policy policy, KeySource key, Piece piece) throws IOException {
    this.input = ReleaseInput.of(raw, policy);
    this.policy = policy;
    this.piece = piece;
    this.pseudonyms = new Pseudonyms(key);
    this.codes = input.codes(pseudonyms);
    this.cut = input.cut();
  }

  /** Takes rows and their places. */
  @FunctionalInterface
  private interface RowSink {
    void take(long place, TraceRow row) throws IOException;
  }

  private void each(RowSink sink) throws IOException {
    long place = piece.readFrom();
    try (Rows<TraceRow> rows = input.raw().rows(piece.readFrom(), piece.readTo())) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        sink.take(place++, row.get());
      }
    }
  }

  /** When its rows arrive; what pieces must know before they can move arrivals. */
  public ArrivalMarks arrivals() throws IOException {
    ArrivalMarks.Collector marks = new ArrivalMarks.Collector(piece);
    each((place, row) -> marks.add(place, row.request().arrivalNanos()));
    return marks.end();
  }

  /** The units of its blocks, in so many buckets. */
  public List<BlockUnits.Pairs> blockUnits(int buckets) throws IOException {
    BlockUnits units = new BlockUnits(policy.k());
    each(
        (place, row) -> {
          Request request = row.request();
          Optional<long[]> ids = cut.of(request);
          if (ids.isPresent()) {
            long unit = codes.unit(request);
            for (long block : codes.blocks(request, ids.get())) {
              units.add(block, unit);
            }
          }
        });
    return units.byBucket(buckets);
  }

  /**
   * What is to be known of its rows before any row can be masked, in so many buckets.
   *
   * @param sharedBlocks those of its blocks that k units have, in order
   */
  public List<PieceIds> learn(long[] sharedBlocks, int buckets) throws IOException {
    Learning learning = new Learning(sharedBlocks);
    each(learning::add);
    return learning.byBucket(buckets);
  }

  /** Collects {@link PieceIds}. */
  private final class Learning {
    private final DenseNumbers requests = new DenseNumbers();
    private final DenseNumbers parents = new DenseNumbers();
    private final DenseNumbers sessions = new DenseNumbers();
    private final DenseNumbers tenants = new DenseNumbers();
    private final UnitBlocks blocks;
    private final Units units = new Units();
    private final Overview overview = new Overview(policy);

    Learning(long[] sharedBlocks) {
      blocks = new UnitBlocks(pseudonyms, sharedBlocks);
    }

    void add(long place, TraceRow row) {
      Request request = row.request();
      requests.add(codes.request(request.id()));
      request.conversation().parentRequestId().ifPresent(id -> parents.add(codes.request(id)));
      codes.session(request).ifPresent(sessions::add);
      request.origin().tenant().ifPresent(tenant -> tenants.add(codes.tenant(request)));
      long unit = codes.unit(request);
      if (policy.keeps(TraceColumn.PREFIX_BLOCKS)) {
        cut.of(request)
            .ifPresent(
                ids -> {
                  for (long block : codes.blocks(request, ids)) {
                    blocks.pair(block, unit);
                  }
                });
      }
      if (piece.has(place)) {
        units.count(unit);
        overview.add(request, codes.principal() == Principal.SINGLE_OWNER ? place : unit);
      }
    }

    List<PieceIds> byBucket(int buckets) {
      long[] own = frozen(requests);
      CodeSet[] all = {
        new CodeSet(own, notAmong(own, frozen(parents))),
        alone(frozen(sessions)),
        alone(frozen(tenants)),
        alone(blocks.codes())
      };
      CodeSet unitCodes = alone(Arrays.stream(units.codes()).sorted().toArray());
      List<PieceIds> ids = new ArrayList<>();
      for (int i = 0; i < buckets; i++) {
        int bucket = i;
        long[] its = unitCodes.within(bucket, buckets).own();
        ids.add(
            new PieceIds(
                piece.index(),
                Arrays.stream(all).map(c -> c.within(bucket, buckets)).toArray(CodeSet[]::new),
                its,
                Arrays.stream(its).map(units::requestsOf).toArray(),
                bucket == piece.index() % buckets
                    ? new ArrayList<>(List.of(overview))
                    : new ArrayList<>()));
      }
      return ids;
    }

    private static long[] notAmong(long[] sorted, long[] codes) {
      return Arrays.stream(codes).filter(code -> Arrays.binarySearch(sorted, code) < 0).toArray();
    }

    private static CodeSet alone(long[] codes) {
      return new CodeSet(codes, new long[0]);
    }

    private static long[] frozen(DenseNumbers numbers) {
      numbers.freeze();
      return numbers.codes();
    }
  }

  /**
   * What was masked.
   *
   * @param rows rows written
   * @param tally what was done to them
   * @param arrivals their clock
   * @param blockReferences blocks of the rows; 0 unless they are watched, see {@link RiskSample}
   * @param sharedReferences of them, those that k units share
   */
  public record Masked(
      long rows, Tally tally, ArrivalFacts arrivals, long blockReferences, long sharedReferences)
      implements Serializable {}

  /**
   * The rows of which the risk is to be measured.
   *
   * @param mostRows of the whole trace; all if there are no more
   */
  public RiskSample riskSample(long mostRows) {
    double share = input.riskShare(mostRows);
    long rows = piece.to() - piece.from();
    return new RiskSample(
        share,
        share >= 1 ? rows : Math.round(Math.ceil(UNEVEN * share * rows)),
        policy.k(),
        input.watchesBlocks(mostRows));
  }

  /** Takes released rows, in order of their arrivals. */
  @FunctionalInterface
  public interface Output {
    /** Writes one. */
    void write(TraceRow row) throws IOException;
  }

  /**
   * Releases its rows.
   *
   * @param numbers the ranks of its ids, from every bucket
   * @param sharedBlocks as for {@link #learn}
   * @param measured takes rows of which the risk is measured, raw and released
   * @param output takes what is released
   */
  public Masked mask(
      WholeTrace whole,
      List<PieceNumbers> numbers,
      long[] sharedBlocks,
      RiskSample measured,
      Output output)
      throws IOException {
    PieceLearned learned =
        new PieceLearned(whole, numbers, new UnitBlocks(pseudonyms, sharedBlocks));
    return new Masking(learned, sharedBlocks, measured, output).all();
  }

  /** Masks rows. */
  private final class Masking {
    private final Tally tally = new Tally();
    private final ArrivalFacts arrivals = new ArrivalFacts();
    private final ReleasedClock clock;
    private final RowMask mask;

    /** For rows that another piece writes. */
    private final RowMask uncounted;

    private final RiskSample measured;
    private final ReleasedOrder order;
    private final long[] sharedBlocks;
    private long rows;
    private long blockReferences;
    private long sharedReferences;

    Masking(PieceLearned learned, long[] sharedBlocks, RiskSample measured, Output output) {
      this.sharedBlocks = sharedBlocks;
      clock = new ReleasedClock(policy.time(), codes, learned);
      mask = mask(learned, tally);
      uncounted = mask(learned, new Tally());
      this.measured = measured;
      order =
          new ReleasedOrder(
              row -> {
                arrivals.add(row.request().arrivalNanos());
                rows++;
                output.write(row);
              });
    }

    private RowMask mask(PieceLearned learned, Tally counts) {
      return new RowMask(policy, codes, cut, learned, counts, clock, Optional.empty());
    }

    Masked all() throws IOException {
      each(this::take);
      order.finish();
      return new Masked(rows, tally, arrivals, blockReferences, sharedReferences);
    }

    private void take(long place, TraceRow row) throws IOException {
      long arrival = clock.of(row.request());
      boolean written = piece.writes(arrival);
      boolean seen = piece.has(place) && measured.has(row.request(), codes);
      if (!written && !seen) {
        return;
      }
      TraceRow released = (written ? mask : uncounted).of(row, arrival);
      boolean watched = written && measured.watches();
      if (seen || watched) {
        look(row, released, seen, watched);
      }
      if (written) {
        order.add(released, clock.exact(row.request()) - clock.jitterNanos());
      }
    }

    private void look(TraceRow row, TraceRow released, boolean seen, boolean watched)
        throws IOException {
      long unit = codes.unit(row.request());
      long[] blocks = seen || sharedBlocks.length > 0 ? blocksOf(row, released) : new long[0];
      if (seen) {
        measured.add(row, released, unit, blocks);
      }
      if (watched) {
        released.request().prefixBlocks().ifPresent(ids -> watch(ids, blocks, unit));
      }
    }

    private long[] blocksOf(TraceRow row, TraceRow released) {
      return released.request().prefixBlocks().isPresent()
          ? codes.blocks(row.request(), cut.of(row.request()).orElseThrow())
          : new long[0];
    }

    private void watch(BlockIds released, long[] blocks, long unit) {
      blockReferences += released.size();
      for (int i = 0; i < Math.min(blocks.length, released.size()); i++) {
        sharedReferences += Arrays.binarySearch(sharedBlocks, blocks[i]) >= 0 ? 1 : 0;
      }
      measured.released(released, unit);
    }
  }

  @Override
  public void close() {
    pseudonyms.close();
  }
}
