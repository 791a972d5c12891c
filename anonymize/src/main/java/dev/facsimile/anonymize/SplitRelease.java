package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.PlantedPrompts;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.RepeatedBlocks;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

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

  /** Plain bytes of contents of a piece, in the mean: minutes of work, and memory for a task. */
  private static final long LEAST_PIECE_TEXT = 16L << 20;

  private static final long MOST_PIECE_TEXT = 96L << 20;

  /** Pieces of long texts, as long as they are not larger than a task can hold. */
  private static final long TEXT_PIECES = 1_000;

  /** Of text, for each chunk that is told: less than the 16 tokens of a block are in the mean. */
  private static final long CHUNK_BYTES = 40;

  private final ReleaseInput input;
  private final long textBytes;

  private SplitRelease(ReleaseInput input, long textBytes) {
    this.input = input;
    this.textBytes = textBytes;
  }

  /**
   * A release.
   *
   * @param tokenizer counts the tokens of text; needed by a profile with text alone
   * @throws InputException as {@link Anonymizer} does
   */
  public static SplitRelease of(
      TraceFile raw, Policy policy, Optional<DeclaredTokenizer> tokenizer, Path target)
      throws IOException {
    Anonymizer.requireOther(raw, target);
    ReleaseInput input = ReleaseInput.of(raw, policy, tokenizer);
    if (raw.header().rows() == 0) {
      throw new InputException(raw.path(), "holds no request, expected at least one");
    }
    return new SplitRelease(input, input.releasesText() ? raw.contentBytes() : 0);
  }

  /** Pieces of a size that a task can hold. */
  public List<Piece> pieces() {
    long rows = input.raw().header().rows();
    long blocks = input.policy().keeps(TraceColumn.PREFIX_BLOCKS) ? blocks() : 0;
    return pieces(
        LongStream.of(
                MOST_PIECE_ROWS,
                MOST_PIECE_BLOCKS / Math.max(1, blocks / rows),
                pieceText() / Math.max(1, textBytes / rows))
            .map(most -> Math.max(1, most))
            .min()
            .getAsLong());
  }

  private long pieceText() {
    return Math.max(LEAST_PIECE_TEXT, Math.min(MOST_PIECE_TEXT, textBytes / TEXT_PIECES));
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
    return new PieceTimes(input, pieces, marks).inTime();
  }

  /** Whether units may share blocks or texts, so that the units of each must be known first. */
  public boolean asksForCrowds() {
    return input.mayShareBlocks() || releasesText();
  }

  /** Whether text is released, so that tasks need the tokenizer. */
  public boolean releasesText() {
    return input.releasesText();
  }

  /** Buckets for ids, at least so many. */
  public int buckets(int least) {
    long ids =
        2 * input.raw().header().rows()
            + input.values(TraceColumn.SESSION_ID)
            + (input.policy().keeps(TraceColumn.PREFIX_BLOCKS) ? blocks() : 0)
            + textBytes / CHUNK_BYTES;
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
   * Hits of prompts across pieces.
   *
   * @param before blocks of raw prompts that pieces before have
   * @param after the same of the released ones
   * @param moved prompts with another number of hit blocks than before, in all pieces
   */
  public record TextHits(long before, long after, long moved) {
    /** Of what all buckets found, and the prompts that have moved. */
    public static TextHits of(List<RepeatedBlocks.Hits> buckets, long moved) {
      return new TextHits(
          buckets.stream().mapToLong(RepeatedBlocks.Hits::before).sum(),
          buckets.stream().mapToLong(RepeatedBlocks.Hits::after).sum(),
          moved);
    }
  }

  /**
   * The seal of the release.
   *
   * @param key gives the key that all tasks have
   */
  public ReleaseSeal seal(KeySource key, Clock clock, String operator) {
    try (Pseudonyms pseudonyms = new Pseudonyms(key)) {
      return new ReleaseSeal(
          pseudonyms.sealSeed(), clock.instant(), operator, input.tokenizerSha256());
    }
  }

  /**
   * Puts the parts that tasks wrote together under the trace's name, and writes the draft of its
   * manifest.
   *
   * @param parts traces, in the order of their rows; those without a row may be left out
   * @param masked what every task masked, in the order of the pieces
   * @param texts what became of prompts' hits; absent where no text is released
   * @param measured the risk, without that of contents
   * @throws GateMissedException if the risk is over what the policy allows; nothing is written then
   */
  public Release finish(
      Path target,
      List<Path> parts,
      List<PieceRelease.Masked> masked,
      WholeTrace whole,
      Optional<TextHits> texts,
      RiskReport measured,
      ReleaseSeal seal)
      throws IOException {
    PieceTexts.Told told =
        masked.stream().map(PieceRelease.Masked::texts).reduce(PieceTexts.Told::plus).orElseThrow();
    RiskReport risk = measured.withContents(told.residual());
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
            texts.map(hits -> told.counts().withHits(hits.before(), hits.after(), hits.moved())),
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
