package dev.facsimile.anonymize;

import dev.facsimile.anonymize.PieceRelease.Masked;
import dev.facsimile.anonymize.PieceRelease.Output;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Masks the rows of a piece. */
final class PieceMasking {
  private final Piece piece;
  private final Codes codes;
  private final BlockCut cut;
  private final PieceLearned learned;
  private final Optional<PieceTexts> texts;
  private final RiskSample measured;
  private final Tally tally = new Tally();
  private final ArrivalFacts arrivals = new ArrivalFacts();
  private final ReleasedClock clock;
  private final RowMask mask;

  /** For rows that another piece writes. */
  private final RowMask uncounted;

  private final ReleasedOrder order;
  private long rows;
  private long blockReferences;
  private long sharedReferences;

  PieceMasking(
      Piece piece,
      Policy policy,
      Codes codes,
      BlockCut cut,
      PieceLearned learned,
      Optional<PieceTexts> texts,
      RiskSample measured,
      Output output) {
    this.piece = piece;
    this.codes = codes;
    this.cut = cut;
    this.learned = learned;
    this.texts = texts;
    this.measured = measured;
    clock = new ReleasedClock(policy.time(), codes, learned);
    mask = mask(policy, tally);
    uncounted = mask(policy, new Tally());
    order =
        new ReleasedOrder(
            row -> {
              arrivals.add(row.request().arrivalNanos());
              rows++;
              output.write(row);
            });
  }

  private RowMask mask(Policy policy, Tally counts) {
    return new RowMask(policy, codes, cut, learned, counts, clock, texts.map(its -> its));
  }

  void take(long place, TraceRow row) throws IOException {
    long arrival = clock.of(row.request());
    boolean own = piece.has(place);
    boolean written = piece.writes(arrival);
    boolean seen = own && measured.has(row.request(), codes);
    if (!written && !seen && (!own || texts.isEmpty())) {
      return;
    }
    TraceRow released = (written ? mask : uncounted).of(row, arrival, place + 1);
    if (own && texts.isPresent()) {
      released.content().ifPresent(texts.get()::look);
    }
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
    long unit = codes.unit(row);
    long[] blocks =
        seen || learned.sharedBlocks().length > 0 ? blocksOf(row, released) : new long[0];
    if (seen) {
      measured.add(row.withoutContent(), released.withoutContent(), unit, blocks);
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
      sharedReferences += Arrays.binarySearch(learned.sharedBlocks(), blocks[i]) >= 0 ? 1 : 0;
    }
    measured.released(released, unit);
  }

  /** What was masked, all rows being taken. */
  Masked masked() throws IOException {
    order.finish();
    return new Masked(
        rows,
        tally,
        arrivals,
        blockReferences,
        sharedReferences,
        texts.map(PieceTexts::told).orElse(PieceTexts.Told.NOTHING));
  }
}
