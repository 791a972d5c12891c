package dev.facsimile.spark;

import dev.facsimile.anonymize.ArrivalMarks;
import dev.facsimile.anonymize.Bucket;
import dev.facsimile.anonymize.Piece;
import dev.facsimile.anonymize.PieceIds;
import dev.facsimile.anonymize.PieceNumbers;
import dev.facsimile.anonymize.PieceRelease;
import dev.facsimile.anonymize.RiskMeasuring;
import dev.facsimile.anonymize.RiskSample;
import dev.facsimile.anonymize.SplitRelease;
import dev.facsimile.anonymize.WholeTrace;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;
import scala.Tuple3;

/**
 * What the tasks of a release do: each opens the raw trace by its name, and does a stage of the
 * work on a piece or on a bucket of ids.
 *
 * @param raw where the raw trace lies, for every executor
 * @param policy the policy's file, as bytes
 * @param policyName what it is called
 * @param key the release's key
 * @param buckets into how many ids are spread
 * @param riskRows rows of which the risk is measured, at most
 * @param paths makes paths of names
 */
record SparkAnonymizeTask(
    String raw,
    byte[] policy,
    String policyName,
    Broadcast<byte[]> key,
    int buckets,
    long riskRows,
    ClusterPaths paths)
    implements Serializable {

  private Policy readPolicy() {
    return PolicyFile.of(Path.of(policyName), policy);
  }

  private TraceFile open() throws IOException {
    return TraceFile.open(paths.path(raw));
  }

  private PieceRelease work(Piece piece) throws IOException {
    return new PieceRelease(open(), readPolicy(), () -> key.value().clone(), piece);
  }

  ArrivalMarks arrivals(Piece piece) throws IOException {
    try (PieceRelease work = work(piece)) {
      return work.arrivals();
    }
  }

  /** What a piece tells to a bucket. */
  record Of<T extends Serializable>(int piece, T told) implements Serializable {}

  Iterator<Tuple2<Integer, Of<BlockUnits.Pairs>>> blockUnits(Piece piece) throws IOException {
    try (PieceRelease work = work(piece)) {
      List<BlockUnits.Pairs> pairs = work.blockUnits(buckets);
      return byBucket(pairs.stream().map(told -> new Of<>(piece.index(), told)).toList());
    }
  }

  private static <T> Iterator<Tuple2<Integer, T>> byBucket(List<T> told) {
    List<Tuple2<Integer, T>> pairs = new ArrayList<>();
    for (int bucket = 0; bucket < told.size(); bucket++) {
      pairs.add(new Tuple2<>(bucket, told.get(bucket)));
    }
    return pairs.iterator();
  }

  /** What a bucket tells: of all, or to a piece. */
  sealed interface FromBucket extends Serializable {}

  /** How many blocks several units have. */
  record BlockCounts(long shared, long split) implements FromBucket {}

  /** A piece's blocks that k units have. */
  record SharedBlocks(int piece, long[] blocks) implements FromBucket {}

  /** What a bucket of ids adds to the whole. */
  record IdTotals(Bucket.Totals totals) implements FromBucket {}

  /** The numbers that a piece needs. */
  record Numbers(PieceNumbers numbers) implements FromBucket {}

  /** Counts the units of the blocks of a bucket. */
  Iterator<FromBucket> shareBlocks(Iterator<Tuple2<Integer, Of<BlockUnits.Pairs>>> told) {
    BlockUnits units = new BlockUnits(readPolicy().k());
    List<Of<BlockUnits.Pairs>> pieces = new ArrayList<>();
    told.forEachRemaining(of -> pieces.add(of._2()));
    pieces.forEach(of -> units.add(of.told()));
    return Stream.<FromBucket>concat(
            Stream.of(new BlockCounts(units.shared(), units.split())),
            pieces.stream().map(of -> new SharedBlocks(of.piece(), units.shared(of.told()))))
        .iterator();
  }

  Iterator<Tuple2<Integer, PieceIds>> learn(Tuple2<Iterable<Piece>, Iterable<SharedBlocks>> given)
      throws IOException {
    try (PieceRelease work = work(given._1().iterator().next())) {
      return byBucket(work.learn(joined(given._2()), buckets));
    }
  }

  private static long[] joined(Iterable<SharedBlocks> shared) {
    return StreamSupport.stream(shared.spliterator(), false)
        .flatMapToLong(bucket -> Arrays.stream(bucket.blocks()))
        .sorted()
        .toArray();
  }

  /** Numbers the ids of a bucket. */
  static Iterator<FromBucket> number(int bucket, Iterator<Tuple2<Integer, PieceIds>> told) {
    List<PieceIds> pieces = new ArrayList<>();
    told.forEachRemaining(ids -> pieces.add(ids._2()));
    Bucket numbered = new Bucket(bucket, pieces);
    return Stream.<FromBucket>concat(
            Stream.of(new IdTotals(numbered.totals())),
            numbered.numbers().stream().map(Numbers::new))
        .iterator();
  }

  /** What became of a piece. */
  sealed interface FromPiece extends Serializable {}

  /** The part that was written. */
  record Written(int piece, String file, PieceRelease.Masked masked) implements FromPiece {}

  /** Rows of which the risk is measured. */
  record Measured(int piece, long rows, byte[] sample) implements FromPiece {}

  /** Units of released blocks. */
  record Released(int bucket, BlockUnits.Pairs pairs) implements FromPiece {}

  /**
   * Releases a piece into a file of its own, under a name that no other attempt has.
   *
   * @param folder where it goes
   */
  Iterator<FromPiece> mask(
      String folder,
      Broadcast<WholeTrace> whole,
      Tuple3<Iterable<Piece>, Iterable<SharedBlocks>, Iterable<Numbers>> given)
      throws IOException {
    Piece piece = given._1().iterator().next();
    Path part = PartFolder.part(paths.path(folder), piece.index());
    List<FromPiece> told = new ArrayList<>();
    RiskSample sample;
    try (PieceRelease work = work(piece);
        TraceWriter writer = TraceWriter.createPrivate(part)) {
      sample = work.riskSample(riskRows);
      PieceRelease.Masked masked =
          work.mask(
              whole.value(),
              StreamSupport.stream(given._3().spliterator(), false).map(Numbers::numbers).toList(),
              joined(given._2()),
              sample,
              writer::write);
      writer.finish(PartFolder.header(masked.rows()));
      told.add(new Written(piece.index(), ClusterPaths.text(part), masked));
    }
    told.add(new Measured(piece.index(), sample.rows(), sample.bytes()));
    List<BlockUnits.Pairs> released = sample.releasedBlocks(buckets);
    for (int bucket = 0; bucket < buckets; bucket++) {
      if (released.get(bucket).blocks().length > 0) {
        told.add(new Released(bucket, released.get(bucket)));
      }
    }
    return told.iterator();
  }

  /** Measures the risk; gives one line of JSON. */
  Iterator<String> measure(Iterator<Tuple2<Integer, Measured>> samples) throws IOException {
    RiskMeasuring measuring = new RiskMeasuring(open(), readPolicy());
    while (samples.hasNext()) {
      Measured next = samples.next()._2();
      measuring.add(next.sample(), next.rows());
    }
    return List.of(Json.line(measuring.report())).iterator();
  }

  /** Counts the units of the released blocks of a bucket. */
  Iterator<SplitRelease.ReleasedBlocks> watch(Iterator<Tuple2<Integer, BlockUnits.Pairs>> pairs) {
    BlockUnits units = new BlockUnits(readPolicy().k());
    pairs.forEachRemaining(told -> units.add(told._2()));
    return List.of(SplitRelease.ReleasedBlocks.of(units)).iterator();
  }
}
