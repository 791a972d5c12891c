package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.MovedHits;
import dev.facsimile.anonymize.text.NewBlocks;
import dev.facsimile.anonymize.text.RepeatedBlocks;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** Releases a trace piece by piece, as tasks on many machines do; what they tell goes as bytes. */
final class InPieces {
  private final TraceFile raw;
  private final Policy policy;
  private final Optional<DeclaredTokenizer> tokenizer;
  private final KeySource key;
  private final Path target;
  private final long pieceRows;
  private final int buckets;
  private final SplitRelease split;

  InPieces(TraceFile raw, Policy policy, KeySource key, Path target, long pieceRows, int buckets)
      throws IOException {
    this(raw, policy, Optional.empty(), key, target, pieceRows, buckets);
  }

  InPieces(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      KeySource key,
      Path target,
      long pieceRows,
      int buckets)
      throws IOException {
    this.raw = raw;
    this.tokenizer = tokenizer;
    this.policy = policy;
    this.key = key;
    this.target = target;
    this.pieceRows = pieceRows;
    this.buckets = buckets;
    this.split = SplitRelease.of(raw, policy, tokenizer, target);
  }

  private PieceRelease task(Piece piece) throws IOException {
    return new PieceRelease(raw, policy, key, sent(piece));
  }

  private PieceRelease withText(Piece piece) throws IOException {
    return new PieceRelease(raw, policy, tokenizer, key, sent(piece));
  }

  Release release(long mostRiskRows) throws IOException {
    List<Piece> pieces = split.pieces(pieceRows);
    if (split.movesArrivals()) {
      List<ArrivalMarks> marks = new ArrayList<>();
      for (Piece piece : pieces) {
        marks.add(sent(task(piece).arrivals()));
      }
      pieces = split.inTime(pieces, marks);
    }
    List<CrowdBucket> crowded = crowds(pieces);
    List<PieceCrowds> crowds =
        shuffled(crowded.stream().flatMap(bucket -> bucket.crowds().stream()).toList());
    List<Bucket> numbered = bucketsOf(pieces, crowds);
    WholeTrace whole =
        sent(
            WholeTrace.of(
                shuffled(numbered.stream().map(b -> sent(b.totals())).toList()),
                shuffled(crowded.stream().map(b -> sent(b.totals())).toList())));
    List<PieceNumbers> numbers =
        shuffled(numbered.stream().flatMap(b -> b.numbers().stream()).toList());
    return write(pieces, whole, numbers, crowds, mostRiskRows);
  }

  private List<CrowdBucket> crowds(List<Piece> pieces) throws IOException {
    List<List<PieceUnits>> units = new ArrayList<>();
    if (split.asksForCrowds()) {
      for (Piece piece : pieces) {
        units.add(withText(piece).units(buckets));
      }
    }
    List<CrowdBucket> made = new ArrayList<>();
    for (int i = 0; i < (split.asksForCrowds() ? buckets : 0); i++) {
      int bucket = i;
      made.add(
          new CrowdBucket(
              policy.k(), shuffled(units.stream().map(of -> sent(of.get(bucket))).toList())));
    }
    return made;
  }

  private static List<PieceCrowds> of(Piece piece, List<PieceCrowds> all) {
    return all.stream().filter(c -> c.piece() == piece.index()).map(InPieces::sent).toList();
  }

  private List<Bucket> bucketsOf(List<Piece> pieces, List<PieceCrowds> crowds) throws IOException {
    List<List<PieceIds>> ids = new ArrayList<>();
    for (Piece piece : pieces) {
      ids.add(task(piece).learn(of(piece, crowds), buckets));
    }
    List<Bucket> made = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      int bucket = i;
      made.add(new Bucket(bucket, shuffled(ids.stream().map(of -> sent(of.get(bucket))).toList())));
    }
    return made;
  }

  private Release write(
      List<Piece> pieces,
      WholeTrace whole,
      List<PieceNumbers> numbers,
      List<PieceCrowds> crowds,
      long mostRiskRows)
      throws IOException {
    List<Path> parts = new ArrayList<>();
    List<PieceRelease.Masked> masked = new ArrayList<>();
    RiskMeasuring measuring = new RiskMeasuring(raw, policy);
    List<BlockUnits> released = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      released.add(new BlockUnits(policy.k()));
    }
    List<List<NewBlocks.Told>> prompts = new ArrayList<>();
    List<MovedHits> moved = new ArrayList<>();
    for (Piece piece : pieces) {
      Path part = target.resolveSibling("part-" + piece.index() + ".parquet");
      RiskSample sample;
      try (PieceRelease task = withText(piece);
          TraceWriter writer = TraceWriter.createPrivate(part)) {
        sample = task.riskSample(mostRiskRows);
        NewBlocks blocks = task.newBlocks();
        PieceLearned learned =
            task.learned(
                whole,
                numbers.stream()
                    .filter(n -> n.piece() == piece.index())
                    .map(InPieces::sent)
                    .toList(),
                of(piece, crowds));
        PieceRelease.Masked done = task.mask(learned, sample, blocks, writer::write);
        prompts.add(sent(new ArrayList<>(blocks.byBucket(piece.index(), buckets))));
        moved.add(sent(blocks.moved(piece.index())));
        writer.finish(raw.header());
        masked.add(sent(done));
        if (done.rows() > 0) {
          parts.add(part);
        }
      }
      measuring.add(sample.bytes(), sample.rows());
      List<BlockUnits.Pairs> pairs = sample.releasedBlocks(buckets);
      for (int i = 0; i < buckets; i++) {
        released.get(i).add(sent(pairs.get(i)));
      }
    }
    RiskReport risk = Json.read(Json.line(measuring.report()), RiskReport.class);
    if (split.watchesBlocks(mostRiskRows)) {
      risk =
          risk.withPlanted(
              split.planted(
                  released.stream().map(SplitRelease.ReleasedBlocks::of).toList(), masked));
    }
    return split.finish(
        target,
        parts,
        masked,
        whole,
        split.releasesText() ? Optional.of(hits(prompts, moved)) : Optional.empty(),
        risk,
        split.seal(key, Releasing.CLOCK, "olga"));
  }

  private SplitRelease.TextHits hits(List<List<NewBlocks.Told>> prompts, List<MovedHits> moved) {
    List<RepeatedBlocks.Hits> hits = new ArrayList<>();
    List<MovedHits> all = new ArrayList<>(moved);
    for (int i = 0; i < buckets; i++) {
      int bucket = i;
      RepeatedBlocks repeated =
          RepeatedBlocks.of(shuffled(prompts.stream().map(of -> of.get(bucket)).toList()));
      hits.add(sent(repeated.hits()));
      all.addAll(repeated.moved());
    }
    return SplitRelease.TextHits.of(
        hits,
        all.stream().collect(Collectors.groupingBy(MovedHits::piece)).values().stream()
            .mapToLong(MovedHits::count)
            .sum());
  }

  /** Order of arrival at another machine is not that of sending. */
  private static <T> List<T> shuffled(List<T> items) {
    List<T> shuffled = new ArrayList<>(items);
    Collections.shuffle(shuffled, new Random(7));
    return shuffled;
  }

  @SuppressWarnings("unchecked")
  private static <T> T sent(T object) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(object);
      return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
