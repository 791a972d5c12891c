package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.risk.RiskReport;
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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Releases a trace piece by piece, as tasks on many machines do; what they tell goes as bytes. */
final class InPieces {
  private final TraceFile raw;
  private final Policy policy;
  private final KeySource key;
  private final Path target;
  private final long pieceRows;
  private final int buckets;
  private final SplitRelease split;

  InPieces(TraceFile raw, Policy policy, KeySource key, Path target, long pieceRows, int buckets)
      throws IOException {
    this.raw = raw;
    this.policy = policy;
    this.key = key;
    this.target = target;
    this.pieceRows = pieceRows;
    this.buckets = buckets;
    this.split = SplitRelease.of(raw, policy, target);
  }

  private PieceRelease task(Piece piece) throws IOException {
    return new PieceRelease(raw, policy, key, sent(piece));
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
    SharedBlocks shared = sharedBlocks(pieces);
    List<Bucket> numbered = bucketsOf(pieces, shared);
    WholeTrace whole =
        sent(
            WholeTrace.of(
                shuffled(numbered.stream().map(b -> sent(b.totals())).toList()),
                shared.shared(),
                shared.split()));
    List<PieceNumbers> numbers =
        shuffled(numbered.stream().flatMap(b -> b.numbers().stream()).toList());
    return write(pieces, whole, numbers, shared, mostRiskRows);
  }

  /** Blocks of each piece that k units share. */
  private record SharedBlocks(List<long[]> ofPieces, long shared, long split) {}

  private SharedBlocks sharedBlocks(List<Piece> pieces) throws IOException {
    List<List<BlockUnits.Pairs>> pairs = new ArrayList<>();
    for (Piece piece : pieces) {
      pairs.add(split.mayShareBlocks() ? task(piece).blockUnits(buckets) : List.of());
    }
    List<long[]> ofPieces = new ArrayList<>(Collections.nCopies(pieces.size(), new long[0]));
    long shared = 0;
    long split = 0;
    for (int bucket = 0; bucket < (this.split.mayShareBlocks() ? buckets : 0); bucket++) {
      BlockUnits all = new BlockUnits(policy.k());
      for (List<BlockUnits.Pairs> piece : pairs) {
        all.add(sent(piece.get(bucket)));
      }
      for (int i = 0; i < pieces.size(); i++) {
        long[] more = all.shared(pairs.get(i).get(bucket));
        ofPieces.set(
            i,
            LongStream.concat(Arrays.stream(ofPieces.get(i)), Arrays.stream(more))
                .sorted()
                .toArray());
      }
      shared += all.shared();
      split += all.split();
    }
    return new SharedBlocks(ofPieces, shared, split);
  }

  private List<Bucket> bucketsOf(List<Piece> pieces, SharedBlocks shared) throws IOException {
    List<List<PieceIds>> ids = new ArrayList<>();
    for (Piece piece : pieces) {
      ids.add(task(piece).learn(shared.ofPieces().get(piece.index()), buckets));
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
      SharedBlocks shared,
      long mostRiskRows)
      throws IOException {
    List<Path> parts = new ArrayList<>();
    List<PieceRelease.Masked> masked = new ArrayList<>();
    RiskMeasuring measuring = new RiskMeasuring(raw, policy);
    List<BlockUnits> released = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      released.add(new BlockUnits(policy.k()));
    }
    for (Piece piece : pieces) {
      Path part = target.resolveSibling("part-" + piece.index() + ".parquet");
      RiskSample sample;
      try (PieceRelease task = task(piece);
          TraceWriter writer = TraceWriter.createPrivate(part)) {
        sample = task.riskSample(mostRiskRows);
        PieceRelease.Masked done =
            task.mask(
                whole,
                numbers.stream()
                    .filter(n -> n.piece() == piece.index())
                    .map(InPieces::sent)
                    .toList(),
                shared.ofPieces().get(piece.index()),
                sample,
                writer::write);
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
        target, parts, masked, whole, risk, split.seal(key, Releasing.CLOCK, "olga"));
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
