package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.facsimile.ingest.GrowingTrace;
import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.LogPieces;
import dev.facsimile.ingest.Rejects;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.spark.paths.ClusterPaths;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** The first half of an ingest on a cluster: from logs to rows that were read and looked at. */
final class LogReading {
  private final SparkSession session;
  private final JavaSparkContext context;
  private final Ingest.Plan plan;
  private final SplitIngest ingest;
  private final List<SplitIngest.Log> logs;
  private final TaskFiles files;
  private final LogFiles logFiles;

  LogReading(
      SparkSession session,
      Ingest.Plan plan,
      SplitIngest ingest,
      TaskFiles files,
      ClusterPaths paths) {
    this.session = session;
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.plan = plan;
    this.ingest = ingest;
    this.logs = ingest.logs();
    this.files = files;
    this.logFiles = new LogFiles(paths);
  }

  /** Cuts one log. */
  private record CutTask(String format, String file, long pieceBytes) implements Serializable {
    LogPieces cut(LogFiles logs, TaskFiles files) throws IOException {
      try (InputStream in = logs.whole(file)) {
        return LogPieces.of(files.format(format), in, pieceBytes);
      }
    }
  }

  /**
   * Cuts the files of the logs, a task for each.
   *
   * @param pieceBytes how much of a log that can be cut one task reads
   */
  List<LogPieces> cut(long pieceBytes) {
    List<CutTask> tasks = new ArrayList<>();
    for (int i = 0; i < logs.size(); i++) {
      for (String file : files(i)) {
        tasks.add(new CutTask(logs.get(i).format(), file, pieceBytes));
      }
    }
    LogFiles opening = logFiles;
    TaskFiles sent = files;
    return context.parallelize(tasks, tasks.size()).map(task -> task.cut(opening, sent)).collect();
  }

  /** Where a log's files lie, for tasks. */
  private List<String> files(int index) {
    return ingest.paths().get(index).stream().map(ClusterPaths::text).toList();
  }

  /**
   * Reads the pieces, a task for each, into blocks of {@link Staged} rows, which are kept on the
   * executors' disks. A log of several files is read by one task.
   *
   * @param cuts as {@link #cut} gives them
   * @param before the trace that they are added to
   * @param pieceBytes how much of it one task reads
   */
  JavaRDD<byte[]> read(List<LogPieces> cuts, Optional<GrowingTrace> before, long pieceBytes)
      throws IOException {
    List<ReadTask> tasks = new ArrayList<>();
    if (before.isPresent()) {
      tasks.addAll(old(before.get().rows(), pieceBytes));
    }
    Iterator<LogPieces> each = cuts.iterator();
    for (int i = 0; i < logs.size(); i++) {
      LogPieces cut = each.next();
      List<String> its = files(i);
      for (int further = 1; further < its.size(); further++) {
        each.next();
      }
      int pieces = its.size() > 1 ? 1 : cut.pieces().size();
      for (int piece = 0; piece < pieces; piece++) {
        tasks.add(
            new PieceTask(
                logs.get(i),
                its,
                cut.head(),
                piece,
                cut.pieces().get(piece),
                ingest.countsContent(),
                plan.blockTokens(),
                plan.options().keepRaw()));
      }
    }
    LogFiles opening = logFiles;
    TaskFiles sent = files;
    return context
        .parallelize(tasks, tasks.size())
        .mapPartitions(
            mine -> {
              ReadTask task = mine.next();
              return RowBlocks.pack(task.read(opening, sent));
            })
        .persist(StorageLevel.DISK_ONLY());
  }

  private List<OldRowsTask> old(long rows, long pieceBytes) throws IOException {
    long pieces = Math.max(1, Math.min(rows, Files.size(plan.output()) / pieceBytes));
    List<OldRowsTask> tasks = new ArrayList<>();
    for (int i = 0; i < pieces; i++) {
      tasks.add(
          new OldRowsTask(
              ClusterPaths.text(plan.output()),
              i,
              rows / pieces * i + Math.min(i, rows % pieces),
              rows / pieces * (i + 1) + Math.min(i + 1, rows % pieces)));
    }
    return tasks;
  }

  /** What blocks hold. */
  Dataset<Row> staged(JavaRDD<byte[]> blocks) {
    return session.createDataFrame(blocks.flatMap(RowBlocks::unpack), Staged.SCHEMA);
  }

  /**
   * What blocks of the only log hold of some of its rows; pieces without any are not looked at.
   *
   * @param from the place of the first row, as {@link Staged#inLog(int, long)} tells it
   * @param to the place behind the last one
   */
  Dataset<Row> staged(JavaRDD<byte[]> blocks, long from, long to) {
    int first = Staged.pieceOf(from);
    int last = Staged.pieceOf(to - 1);
    JavaRDD<byte[]> some =
        blocks.mapPartitionsWithIndex(
            (piece, its) ->
                piece < first || piece > last ? Collections.<byte[]>emptyIterator() : its,
            true);
    return staged(some).filter(Staged.inLog().geq(from).and(Staged.inLog().lt(to)));
  }

  /** What the pieces told. */
  ReadFacts facts(JavaRDD<byte[]> blocks) {
    List<ReadFacts.OfPiece> pieces = new ArrayList<>();
    for (Row row :
        blocks.flatMap(RowBlocks::facts).collect().stream()
            .sorted(
                Comparator.<Row>comparingInt(r -> r.getInt(0)).thenComparingInt(r -> r.getInt(1)))
            .toList()) {
      pieces.add(
          new ReadFacts.OfPiece(row.getInt(0), Bytes.object(row.getAs(10), PieceFacts.class)));
    }
    return new ReadFacts(logs.size(), pieces);
  }

  /**
   * What {@link OrderTask} finds of some logs.
   *
   * @param numbers theirs
   */
  Dataset<Row> orders(Dataset<Row> staged, List<Integer> numbers) {
    OrderTask task =
        new OrderTask(
            List.copyOf(logs), plan.reorderRows(), plan.options().splitOnReset(), files, logFiles);
    return staged
        .filter(Staged.ended(Staged.End.ACCEPTED).and(col(Staged.LOG).isin(numbers.toArray())))
        .select(
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER),
            col(Staged.LINE),
            col(Staged.ARRIVAL))
        .repartition(numbers.size(), col(Staged.LOG))
        .sortWithinPartitions(Staged.place())
        .mapPartitions(
            (MapPartitionsFunction<Row, Row>) task::read, Encoders.row(OrderTask.SCHEMA));
  }

  /** What is to be said of the clock of each format, by its name. */
  Map<String, List<String>> clockFindings(ReadFacts facts) {
    Map<String, List<String>> findings = new TreeMap<>();
    for (ReadFacts.OfPiece piece : facts.pieces()) {
      if (piece.log() == OldRowsTask.LOG) {
        continue;
      }
      List<String> ofFormat =
          findings.computeIfAbsent(logs.get(piece.log() - 1).format(), format -> new ArrayList<>());
      for (String finding : piece.facts().clockFindings()) {
        if (!ofFormat.contains(finding)) {
          ofFormat.add(finding);
        }
      }
    }
    return findings;
  }

  /** Lists what was refused; one task after another hands its rows over. */
  void refuse(Dataset<Row> staged, Optional<Dataset<Row>> tooLate, Rejects rejects)
      throws IOException {
    Dataset<Row> unread =
        staged
            .filter(Staged.ended(Staged.End.REJECTED))
            .select(Staged.LOG, Staged.PIECE, Staged.NUMBER, Staged.LINE, Staged.NOTE, Staged.RAW);
    Iterator<Row> refused =
        tooLate
            .map(
                late ->
                    unread.union(
                        late.select(
                            col(Staged.LOG),
                            col(Staged.PIECE),
                            col(Staged.NUMBER),
                            col(Staged.LINE),
                            col(Staged.NOTE),
                            lit(null).cast("string"))))
            .orElse(unread)
            .orderBy(Staged.place())
            .toLocalIterator();
    while (refused.hasNext()) {
      Row row = refused.next();
      rejects.add(
          path(row.getInt(0), row.getInt(1)),
          row.getLong(3),
          row.getString(4),
          Optional.ofNullable(row.getString(5)));
    }
  }

  /** The file that a row comes from. */
  private Path path(int log, int piece) {
    List<Path> its = ingest.paths().get(log - 1);
    return its.get(its.size() > 1 ? piece : 0);
  }
}
