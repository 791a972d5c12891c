package dev.facsimile.spark;

import dev.facsimile.anonymize.ArrivalMarks;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.Piece;
import dev.facsimile.anonymize.PieceCrowds;
import dev.facsimile.anonymize.PieceNumbers;
import dev.facsimile.anonymize.Release;
import dev.facsimile.anonymize.Releaser;
import dev.facsimile.anonymize.SplitRelease;
import dev.facsimile.anonymize.SplitRelease.TextHits;
import dev.facsimile.anonymize.WholeTrace;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.MovedHits;
import dev.facsimile.anonymize.text.RepeatedBlocks;
import dev.facsimile.cli.IngestCommand;
import dev.facsimile.spark.SparkAnonymizeTask.CrowdTotals;
import dev.facsimile.spark.SparkAnonymizeTask.Crowds;
import dev.facsimile.spark.SparkAnonymizeTask.FromBucket;
import dev.facsimile.spark.SparkAnonymizeTask.FromPiece;
import dev.facsimile.spark.SparkAnonymizeTask.IdTotals;
import dev.facsimile.spark.SparkAnonymizeTask.Measured;
import dev.facsimile.spark.SparkAnonymizeTask.Moved;
import dev.facsimile.spark.SparkAnonymizeTask.Numbers;
import dev.facsimile.spark.SparkAnonymizeTask.Prompts;
import dev.facsimile.spark.SparkAnonymizeTask.Released;
import dev.facsimile.spark.SparkAnonymizeTask.Written;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * A release on a cluster. Pieces of the raw trace tell the codes of their ids, a range of codes is
 * numbered by one task, pieces are released with the numbers that they need, into files that are
 * joined without being decoded, and the risk is measured by one more task. The driver sees counts,
 * the distinct values of categories, and lengths; no row and no id.
 */
final class SparkAnonymize implements Releaser {
  private static final SortedMap<String, Path> NONE = Collections.emptySortedMap();

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final ClusterPaths paths;
  private final Path policyFile;
  private final byte[] policyBytes;
  private final KeySource keys;
  private final Clock clock;
  private final String operator;
  private final Sizes sizes;

  /**
   * How the work is cut.
   *
   * @param pieceRows rows of a piece; as many as a task can hold if absent
   * @param riskRows rows of which the risk is measured, at most
   */
  record Sizes(OptionalLong pieceRows, long riskRows) {}

  /**
   * Releases under a policy.
   *
   * @param policy its file
   * @param keys gives the key of each release
   * @param clock tells when it was released
   * @param operator who runs it, for the manifest
   */
  SparkAnonymize(
      SparkSession session, Path policy, KeySource keys, Clock clock, String operator, Sizes sizes)
      throws IOException {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.paths = ClusterPaths.of(session);
    this.policyFile = policy;
    this.policyBytes = Files.readAllBytes(policy);
    this.keys = keys;
    this.clock = clock;
    this.operator = operator;
    this.sizes = sizes;
  }

  @Override
  public Release anonymize(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Path target,
      Progress progress)
      throws IOException {
    if (!PolicyFile.of(policyFile, policyBytes).reference().equals(policy.reference())) {
      throw new InputException(policyFile, "was changed while the command ran");
    }
    SplitRelease split = SplitRelease.of(raw, policy, tokenizer, target);
    TaskFiles files = TaskFiles.of(session, split.releasesText() ? file(tokenizer) : NONE);
    try (ReleaseKey key = new ReleaseKey(spark, keys);
        PartFolder parts = PartFolder.beside(target);
        Job job = new Job(split, raw, key, files, parts)) {
      return job.run(target);
    } catch (Exception e) {
      TaskFailures.throwIfInput(e);
      throw e;
    }
  }

  private static SortedMap<String, Path> file(Optional<DeclaredTokenizer> tokenizer) {
    return new TreeMap<>(
        Map.of(IngestCommand.TOKENIZER, tokenizer.orElseThrow().tokenizer().file()));
  }

  /** One release, and what is kept for it on the executors' disks. */
  private final class Job implements AutoCloseable {
    private final SplitRelease split;
    private final ReleaseKey key;
    private final PartFolder parts;
    private final int buckets;
    private final SparkAnonymizeTask task;
    private final List<JavaRDD<?>> held = new ArrayList<>();

    Job(SplitRelease split, TraceFile raw, ReleaseKey key, TaskFiles files, PartFolder parts) {
      this.split = split;
      this.key = key;
      this.parts = parts;
      this.buckets = split.buckets(spark.defaultParallelism());
      this.task =
          new SparkAnonymizeTask(
              ClusterPaths.text(raw.path()),
              policyBytes,
              policyFile.toString(),
              key.sent(),
              split.releasesText(),
              files,
              buckets,
              sizes.riskRows(),
              paths);
    }

    Release run(Path target) throws IOException {
      List<Piece> pieces = pieces();
      HashPartitioner byPiece = new HashPartitioner(pieces.size());
      JavaPairRDD<Integer, Piece> keyed =
          spark
              .parallelize(pieces, pieces.size())
              .mapToPair(piece -> new Tuple2<>(piece.index(), piece))
              .partitionBy(byPiece);
      JavaRDD<FromBucket> counted = counted(keyed);
      JavaPairRDD<Integer, PieceCrowds> crowds =
          only(counted, Crowds.class)
              .mapToPair(told -> new Tuple2<>(told.crowds().piece(), told.crowds()))
              .partitionBy(byPiece);
      JavaRDD<FromBucket> numbered = numbered(keyed, crowds);
      WholeTrace whole = whole(counted, numbered);
      JavaPairRDD<Integer, PieceNumbers> numbers =
          only(numbered, Numbers.class)
              .mapToPair(told -> new Tuple2<>(told.numbers().piece(), told.numbers()))
              .partitionBy(byPiece);
      return finish(target, whole, released(keyed, crowds, numbers, whole), byPiece);
    }

    private List<Piece> pieces() {
      List<Piece> pieces =
          sizes.pieceRows().isPresent()
              ? split.pieces(sizes.pieceRows().getAsLong())
              : split.pieces();
      if (!split.movesArrivals()) {
        return pieces;
      }
      SparkAnonymizeTask its = task;
      List<ArrivalMarks> marks =
          spark.parallelize(pieces, pieces.size()).map(its::arrivals).collect();
      return split.inTime(pieces, marks);
    }

    private <T> JavaRDD<T> held(JavaRDD<T> rows) {
      held.add(rows.persist(StorageLevel.DISK_ONLY()));
      return rows;
    }

    private static <T, S extends T> JavaRDD<S> only(JavaRDD<T> all, Class<S> type) {
      return all.filter(type::isInstance).map(type::cast);
    }

    private JavaRDD<FromBucket> counted(JavaPairRDD<Integer, Piece> pieces) {
      if (!split.asksForCrowds()) {
        return spark.emptyRDD();
      }
      SparkAnonymizeTask its = task;
      return held(
          pieces
              .values()
              .flatMapToPair(its::units)
              .partitionBy(new HashPartitioner(buckets))
              .mapPartitions(its::count));
    }

    private JavaRDD<FromBucket> numbered(
        JavaPairRDD<Integer, Piece> pieces, JavaPairRDD<Integer, PieceCrowds> crowds) {
      SparkAnonymizeTask its = task;
      return held(
          pieces
              .cogroup(crowds)
              .values()
              .flatMapToPair(its::learn)
              .partitionBy(new HashPartitioner(buckets))
              .mapPartitionsWithIndex(SparkAnonymizeTask::number, false));
    }

    private WholeTrace whole(JavaRDD<FromBucket> counted, JavaRDD<FromBucket> numbered) {
      return WholeTrace.of(
          only(numbered, IdTotals.class).map(IdTotals::totals).collect(),
          only(counted, CrowdTotals.class).map(CrowdTotals::totals).collect());
    }

    private JavaRDD<FromPiece> released(
        JavaPairRDD<Integer, Piece> pieces,
        JavaPairRDD<Integer, PieceCrowds> crowds,
        JavaPairRDD<Integer, PieceNumbers> numbers,
        WholeTrace whole) {
      SparkAnonymizeTask its = task;
      String folder = ClusterPaths.text(parts.path());
      Broadcast<WholeTrace> all = spark.broadcast(whole);
      return held(
          pieces.cogroup(crowds, numbers).values().flatMap(given -> its.mask(folder, all, given)));
    }

    private Release finish(
        Path target, WholeTrace whole, JavaRDD<FromPiece> released, Partitioner byPiece)
        throws IOException {
      List<Written> written =
          only(released, Written.class).collect().stream()
              .sorted(Comparator.comparingInt(Written::piece))
              .toList();
      return split.finish(
          target,
          written.stream()
              .filter(part -> part.masked().rows() > 0)
              .map(part -> paths.path(part.file()))
              .toList(),
          written.stream().map(Written::masked).toList(),
          whole,
          split.releasesText() ? Optional.of(hits(released, byPiece)) : Optional.empty(),
          risk(released, written),
          split.seal(key, clock, operator));
    }

    private TextHits hits(JavaRDD<FromPiece> released, Partitioner byPiece) {
      JavaRDD<RepeatedBlocks> repeated =
          held(
              only(released, Prompts.class)
                  .mapToPair(told -> new Tuple2<>(told.bucket(), told.told()))
                  .partitionBy(new HashPartitioner(buckets))
                  .mapPartitions(SparkAnonymizeTask::repeated));
      long moved =
          only(released, Moved.class)
              .map(Moved::hits)
              .union(repeated.flatMap(found -> found.moved().iterator()))
              .mapToPair(hits -> new Tuple2<>(hits.piece(), hits))
              .groupByKey(byPiece)
              .values()
              .map(MovedHits::count)
              .fold(0L, Long::sum);
      return TextHits.of(repeated.map(RepeatedBlocks::hits).collect(), moved);
    }

    private RiskReport risk(JavaRDD<FromPiece> released, List<Written> written) {
      SparkAnonymizeTask its = task;
      String measured =
          only(released, Measured.class)
              .mapToPair(sample -> new Tuple2<>(sample.piece(), sample))
              .repartitionAndSortWithinPartitions(new HashPartitioner(1))
              .mapPartitions(its::measure)
              .first();
      RiskReport risk = Json.read(measured, RiskReport.class);
      if (!split.watchesBlocks(sizes.riskRows())) {
        return risk;
      }
      return risk.withPlanted(
          split.planted(
              only(released, Released.class)
                  .mapToPair(told -> new Tuple2<>(told.bucket(), told.pairs()))
                  .partitionBy(new HashPartitioner(buckets))
                  .mapPartitions(its::watch)
                  .collect(),
              written.stream().map(Written::masked).toList()));
    }

    @Override
    public void close() {
      held.forEach(JavaRDD::unpersist);
    }
  }
}
