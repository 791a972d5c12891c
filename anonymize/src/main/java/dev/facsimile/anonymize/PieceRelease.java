package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.ResidualTexts;
import dev.facsimile.anonymize.text.NewBlocks;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * The work of one task of a release by several: reads a piece of the raw trace, up to four times,
 * and knows nothing of other pieces but what it is given. Holds what {@link PieceCounting} or
 * {@link PieceLearned} tell, of one piece; with text also what {@link TextProfile} and {@link
 * NewBlocks} tell, and the distinct blocks of its prompts before and after.
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
    this(ReleaseInput.of(raw, policy), key, piece);
  }

  /**
   * The work on a piece whose text is looked at: {@link #units} and {@link #mask} where text is
   * released.
   *
   * @param key gives the key of the release
   * @param tokenizer the tokenizer
   * @throws InputException as {@link Anonymizer} does
   */
  public PieceRelease(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      KeySource key,
      Piece piece)
      throws IOException {
    this(ReleaseInput.of(raw, policy, tokenizer), key, piece);
  }

  private PieceRelease(ReleaseInput input, KeySource key, Piece piece) {
    this.input = input;
    this.policy = input.policy();
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

  private void each(boolean withContent, RowSink sink) throws IOException {
    long place = piece.readFrom();
    try (Rows<TraceRow> rows =
        withContent
            ? input.raw().rowsWithContent(piece.readFrom(), piece.readTo())
            : input.raw().rows(piece.readFrom(), piece.readTo())) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        sink.take(place++, row.get());
      }
    }
  }

  /** When its rows arrive; what pieces must know before they can move arrivals. */
  public ArrivalMarks arrivals() throws IOException {
    ArrivalMarks.Collector marks = new ArrivalMarks.Collector(piece);
    each(false, (place, row) -> marks.add(place, row.request().arrivalNanos()));
    return marks.end();
  }

  /** The units of what its rows have, in so many buckets. */
  public List<PieceUnits> units(int buckets) throws IOException {
    PieceCounting counting = new PieceCounting(policy.k(), pseudonyms);
    Optional<TextProfile> text = input.text(pseudonyms);
    each(
        text.isPresent(),
        (place, row) -> {
          Request request = row.request();
          long unit = codes.unit(row);
          if (input.mayShareBlocks()) {
            cut.of(request).ifPresent(ids -> counting.blocks(codes.blocks(request, ids), unit));
          }
          if (text.isPresent() && row.content().isPresent()) {
            text.get().learn(row.content().get(), counting.of(unit), place + 1);
            if (piece.has(place)) {
              counting.content();
            }
          }
        });
    return counting.byBucket(piece.index(), buckets);
  }

  /**
   * What is to be known of its rows before any row can be masked, in so many buckets.
   *
   * @param crowds what of it k units have, from every bucket; none if they were not asked
   */
  public List<PieceIds> learn(List<PieceCrowds> crowds, int buckets) throws IOException {
    PieceLearning learning =
        new PieceLearning(piece, policy, codes, cut, PieceCrowds.joined(piece.index(), crowds));
    each(false, (place, row) -> learning.add(place, row));
    return learning.byBucket(buckets);
  }

  /**
   * What its rows need of the whole trace.
   *
   * @param numbers the ranks of its ids, from every bucket
   * @param crowds as for {@link #learn}
   */
  public PieceLearned learned(
      WholeTrace whole, List<PieceNumbers> numbers, List<PieceCrowds> crowds) {
    return new PieceLearned(whole, numbers, PieceCrowds.joined(piece.index(), crowds), pseudonyms);
  }

  /**
   * What was masked.
   *
   * @param rows rows written
   * @param tally what was done to them
   * @param arrivals their clock
   * @param blockReferences blocks of the rows; 0 unless they are watched, see {@link RiskSample}
   * @param sharedReferences of them, those that k units share
   * @param texts what was done to its texts
   */
  public record Masked(
      long rows,
      Tally tally,
      ArrivalFacts arrivals,
      long blockReferences,
      long sharedReferences,
      PieceTexts.Told texts)
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

  /** Sees the blocks of its prompts while they are masked. */
  public NewBlocks newBlocks() {
    return new NewBlocks(pseudonyms);
  }

  /**
   * Releases its rows.
   *
   * @param measured takes rows of which the risk is measured, raw and released
   * @param blocks of {@link #newBlocks}
   * @param output takes what is released
   */
  public Masked mask(PieceLearned learned, RiskSample measured, NewBlocks blocks, Output output)
      throws IOException {
    Optional<PieceTexts> texts = Optional.empty();
    Optional<TextProfile> text = input.text(pseudonyms);
    if (text.isPresent()) {
      ResidualTexts residual =
          new ResidualTexts(input.riskPlan().detector(), learned.contentsBefore());
      texts = Optional.of(new PieceTexts(piece, text.get(), learned, blocks, residual));
    }
    PieceMasking masking =
        new PieceMasking(piece, policy, codes, cut, learned, texts, measured, output);
    each(text.isPresent(), masking::take);
    return masking.masked();
  }

  @Override
  public void close() {
    pseudonyms.close();
  }
}
