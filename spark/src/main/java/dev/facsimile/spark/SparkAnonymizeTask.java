package dev.facsimile.spark;

import dev.facsimile.anonymize.ArrivalMarks;
import dev.facsimile.anonymize.Bucket;
import dev.facsimile.anonymize.CrowdBucket;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.Piece;
import dev.facsimile.anonymize.PieceCrowds;
import dev.facsimile.anonymize.PieceIds;
import dev.facsimile.anonymize.PieceLearned;
import dev.facsimile.anonymize.PieceNumbers;
import dev.facsimile.anonymize.PieceRelease;
import dev.facsimile.anonymize.PieceUnits;
import dev.facsimile.anonymize.RiskMeasuring;
import dev.facsimile.anonymize.RiskSample;
import dev.facsimile.anonymize.SplitRelease;
import dev.facsimile.anonymize.WholeTrace;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.text.MovedHits;
import dev.facsimile.anonymize.text.NewBlocks;
import dev.facsimile.anonymize.text.RepeatedBlocks;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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
 * @param releasesText whether tasks look at text
 * @param files the tokenizer, where they do
 * @param buckets into how many ids are spread
 * @param riskRows rows of which the risk is measured, at most
 * @param paths makes paths of names
 */
record SparkAnonymizeTask(
    String raw,
    byte[] policy,
    String policyName,
    Broadcast<byte[]> key,
    boolean releasesText,
    TaskFiles files,
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

  private PieceRelease workOnText(Piece piece) throws IOException {
    Optional<DeclaredTokenizer> declared =
        releasesText ? Optional.of(files.tokenizer()) : Optional.empty();
    return new PieceRelease(open(), readPolicy(), declared, () -> key.value().clone(), piece);
  }

  ArrivalMarks arrivals(Piece piece) throws IOException {
    try (PieceRelease work = work(piece)) {
      return work.arrivals();
    }
  }

  Iterator<Tuple2<Integer, PieceUnits>> units(Piece piece) throws IOException {
    try (PieceRelease work = workOnText(piece)) {
      return byBucket(work.units(buckets));
    }
  }

  private static <T> Iterator<Tuple2<Integer, T>> byBucket(List<T> told) {
    List<Tuple2<Integer, T>> pairs = new ArrayList<>();
    for (int bucket = 0; bucket < told.size(); bucket++) {
      pairs.add(new Tuple2<>(bucket, told.get(bucket)));
    }
    return pairs.iterator();
  }

  private static <T> List<T> all(Iterator<Tuple2<Integer, T>> told) {
    List<T> all = new ArrayList<>();
    told.forEachRemaining(of -> all.add(of._2()));
    return all;
  }

  private static <T> List<T> all(Iterable<T> told) {
    return StreamSupport.stream(told.spliterator(), false).toList();
  }

  /** What a bucket tells: of all, or to a piece. */
  sealed interface FromBucket extends Serializable {}

  /** What a bucket of blocks and texts adds to the whole. */
  record CrowdTotals(CrowdBucket.Totals totals) implements FromBucket {}

  /** What of a piece k units have. */
  record Crowds(PieceCrowds crowds) implements FromBucket {}

  /** What a bucket of ids adds to the whole. */
  record IdTotals(Bucket.Totals totals) implements FromBucket {}

  /** The numbers that a piece needs. */
  record Numbers(PieceNumbers numbers) implements FromBucket {}

  /** Counts the units of what is in a bucket. */
  Iterator<FromBucket> count(Iterator<Tuple2<Integer, PieceUnits>> told) {
    CrowdBucket counted = new CrowdBucket(readPolicy().k(), all(told));
    return Stream.<FromBucket>concat(
            Stream.of(new CrowdTotals(counted.totals())),
            counted.crowds().stream().map(Crowds::new))
        .iterator();
  }

  Iterator<Tuple2<Integer, PieceIds>> learn(Tuple2<Iterable<Piece>, Iterable<PieceCrowds>> given)
      throws IOException {
    try (PieceRelease work = work(given._1().iterator().next())) {
      return byBucket(work.learn(all(given._2()), buckets));
    }
  }

  /** Numbers the ids of a bucket. */
  static Iterator<FromBucket> number(int bucket, Iterator<Tuple2<Integer, PieceIds>> told) {
    Bucket numbered = new Bucket(bucket, all(told));
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

  /** Blocks of prompts. */
  record Prompts(int bucket, NewBlocks.Told told) implements FromPiece {}

  /** Prompts whose hits within the piece are other ones than before. */
  record Moved(MovedHits hits) implements FromPiece {}

  /**
   * Releases a piece into a file of its own, under a name that no other attempt has.
   *
   * @param folder where it goes
   */
  Iterator<FromPiece> mask(
      String folder,
      Broadcast<WholeTrace> whole,
      Tuple3<Iterable<Piece>, Iterable<PieceCrowds>, Iterable<PieceNumbers>> given)
      throws IOException {
    Piece piece = given._1().iterator().next();
    Path part = PartFolder.part(paths.path(folder), piece.index());
    List<FromPiece> told = new ArrayList<>();
    try (PieceRelease work = workOnText(piece);
        TraceWriter writer = TraceWriter.createPrivate(part)) {
      RiskSample sample = work.riskSample(riskRows);
      NewBlocks prompts = work.newBlocks();
      PieceLearned learned = work.learned(whole.value(), all(given._3()), all(given._2()));
      PieceRelease.Masked masked = work.mask(learned, sample, prompts, writer::write);
      writer.finish(PartFolder.header(masked.rows()));
      told.add(new Written(piece.index(), ClusterPaths.text(part), masked));
      told.add(new Measured(piece.index(), sample.rows(), sample.bytes()));
      told.add(new Moved(prompts.moved(piece.index())));
      List<BlockUnits.Pairs> released = sample.releasedBlocks(buckets);
      List<NewBlocks.Told> blocks = prompts.byBucket(piece.index(), buckets);
      for (int bucket = 0; bucket < buckets; bucket++) {
        if (released.get(bucket).blocks().length > 0) {
          told.add(new Released(bucket, released.get(bucket)));
        }
        if (!blocks.get(bucket).isEmpty()) {
          told.add(new Prompts(bucket, blocks.get(bucket)));
        }
      }
    }
    return told.iterator();
  }

  /** Looks for blocks of prompts that a piece before has, in a bucket. */
  static Iterator<RepeatedBlocks> repeated(Iterator<Tuple2<Integer, NewBlocks.Told>> told) {
    return List.of(RepeatedBlocks.of(all(told))).iterator();
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
