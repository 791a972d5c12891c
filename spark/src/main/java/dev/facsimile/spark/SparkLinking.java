package dev.facsimile.spark;

import dev.facsimile.synth.fit.InOrder;
import dev.facsimile.synth.fit.KeyShare;
import dev.facsimile.synth.fit.LinkKeys;
import dev.facsimile.synth.fit.LinkPart;
import dev.facsimile.synth.fit.LinkSummary;
import dev.facsimile.synth.fit.Linking;
import dev.facsimile.synth.fit.Mergeable;
import dev.facsimile.synth.fit.RowsWork;
import dev.facsimile.synth.prefix.Trunk;
import dev.facsimile.synth.prefix.TrunkShare;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Links the requests of a trace in tasks. The keys of each part, each once, go to shares by their
 * hash; a share goes through the parts in order and tells each which request had its keys last; a
 * part is then linked by itself. A key that many requests have is there once for each part, so that
 * no task gets more of it than of others. What must be told in order is told by one task, from the
 * linked parts that lie on the executors' disks.
 */
final class SparkLinking implements Linking {
  /** Values of block lists for each share: its task holds up to 100 bytes a distinct one. */
  private static final long VALUES_PER_SHARE = 4_000_000;

  /** The key of what tells of trunks. */
  private static final int TRUNKS = Integer.MAX_VALUE;

  private static final String BLOCKS = "prefix_blocks";

  private final JavaSparkContext context;
  private final FitTrace trace;
  private final List<FitTask> tasks;
  private final int shares;
  private Optional<JavaPairRDD<Integer, Sent<Told>>> told = Optional.empty();
  private Optional<LinkKeys.Work> keys = Optional.empty();
  private Optional<JavaPairRDD<Integer, Sent<LinkPart.Linked>>> linked = Optional.empty();

  /** What a share tells: a part what it must know, or at the end what the trunks are made of. */
  private record Told(List<KeyShare.Answer> answer, List<List<TrunkShare.Found>> trunks)
      implements Serializable {}

  /** What falls to a share of a part. */
  private record Slice(KeyShare.Slice keys, List<TrunkShare.Slice> trunks)
      implements Serializable {}

  SparkLinking(JavaSparkContext context, FitTrace trace, List<FitTask> tasks) throws IOException {
    this.context = context;
    this.trace = trace;
    this.tasks = tasks;
    long values = trace.open().valueCounts().getOrDefault(BLOCKS, 0L);
    shares = (int) Math.max(context.defaultParallelism(), values / VALUES_PER_SHARE + 1);
    // The pairs of share and part are numbered.
    Math.multiplyExact(shares, parts());
  }

  private int parts() {
    return tasks.get(tasks.size() - 1).to();
  }

  @Override
  public List<Trunk> trunks(LinkKeys.Work work, int minCount) {
    keys = Optional.of(work);
    Broadcast<Sent<LinkKeys.Work>> sent = context.broadcast(new Sent<>(work));
    FitTrace of = trace;
    int count = shares;
    int parts = parts();
    JavaPairRDD<Integer, Sent<Told>> all =
        context
            .parallelize(tasks, tasks.size())
            .flatMapToPair(task -> slices(task, of, sent.value().object(), count, parts))
            .repartitionAndSortWithinPartitions(new Neighbours.Groups(parts, count))
            .mapPartitionsToPair(slices -> new ShareTelling(slices, minCount))
            .persist(StorageLevel.DISK_ONLY());
    told = Optional.of(all);
    List<List<TrunkShare.Found>> found =
        Stream.generate(() -> (List<TrunkShare.Found>) new ArrayList<TrunkShare.Found>())
            .limit(work.strataCount())
            .toList();
    for (Tuple2<Integer, Sent<Told>> share : all.filter(one -> one._1() == TRUNKS).collect()) {
      List<List<TrunkShare.Found>> ofShare = share._2().object().trunks();
      for (int stratum = 0; stratum < ofShare.size(); stratum++) {
        found.get(stratum).addAll(ofShare.get(stratum));
      }
    }
    return found.stream().map(TrunkShare::trunk).toList();
  }

  /** The slices of a task's parts, by share and part. */
  private static Iterator<Tuple2<Integer, Sent<Slice>>> slices(
      FitTask task, FitTrace trace, LinkKeys.Work work, int shares, int parts) throws IOException {
    TraceParts read = trace.parts();
    return IntStream.range(task.from(), task.to())
        .boxed()
        .flatMap(
            part -> {
              LinkKeys keys = work.start();
              FitTask.read(read, work.columns(), part, keys);
              LinkKeys.Shown shown = keys.shown();
              List<KeyShare.Slice> ofKeys = KeyShare.slices(shown, work.before()[part], shares);
              List<List<TrunkShare.Slice>> ofTrunks =
                  shown.trunks().stream()
                      .map(counted -> TrunkShare.slices(counted, part, shares))
                      .toList();
              return IntStream.range(0, shares)
                  .mapToObj(
                      share ->
                          new Tuple2<>(
                              share * parts + part,
                              new Sent<>(
                                  new Slice(
                                      ofKeys.get(share),
                                      ofTrunks.stream().map(s -> s.get(share)).toList()))));
            })
        .iterator();
  }

  /** What a share tells each part, by share and part, and of the trunks, behind all parts. */
  private static final class ShareTelling implements Iterator<Tuple2<Integer, Sent<Told>>> {
    private final Iterator<Tuple2<Integer, Sent<Slice>>> slices;
    private final int minCount;
    private final KeyShare keys = new KeyShare();
    private final List<TrunkShare> trunks = new ArrayList<>();
    private boolean ended;

    ShareTelling(Iterator<Tuple2<Integer, Sent<Slice>>> slices, int minCount) {
      this.slices = slices;
      this.minCount = minCount;
    }

    @Override
    public boolean hasNext() {
      return !ended;
    }

    @Override
    public Tuple2<Integer, Sent<Told>> next() {
      if (!slices.hasNext()) {
        ended = true;
        List<List<TrunkShare.Found>> found =
            trunks.stream().map(trunk -> trunk.often(minCount)).toList();
        return new Tuple2<>(TRUNKS, new Sent<>(new Told(List.of(), found)));
      }
      Tuple2<Integer, Sent<Slice>> next = slices.next();
      Slice slice = next._2().object();
      for (int stratum = 0; stratum < slice.trunks().size(); stratum++) {
        if (stratum == trunks.size()) {
          trunks.add(new TrunkShare());
        }
        trunks.get(stratum).add(slice.trunks().get(stratum));
      }
      return new Tuple2<>(
          next._1(), new Sent<>(new Told(List.of(keys.add(slice.keys())), List.of())));
    }
  }

  /** Puts what all shares tell a part into the partition of the task that reads it. */
  private static final class ByTask extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int parts;
    private final int[] ends;

    ByTask(List<FitTask> tasks) {
      ends = tasks.stream().mapToInt(FitTask::to).toArray();
      parts = ends[ends.length - 1];
    }

    @Override
    public int numPartitions() {
      return ends.length;
    }

    @Override
    public int getPartition(Object key) {
      int at = Arrays.binarySearch(ends, (Integer) key % parts + 1);
      return at >= 0 ? at : -at - 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ByTask that && Arrays.equals(that.ends, ends);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(ends);
    }
  }

  @Override
  public LinkSummary link(LinkPart.Work work) {
    Broadcast<Sent<LinkPart.Work>> sent = context.broadcast(new Sent<>(work));
    long[] before = keys.orElseThrow().before();
    FitTrace of = trace;
    int count = shares;
    int parts = parts();
    JavaPairRDD<Integer, Sent<Told>> answers = told.orElseThrow();
    JavaPairRDD<Integer, Sent<LinkPart.Linked>> all =
        answers
            .filter(one -> one._1() != TRUNKS)
            .partitionBy(new ByTask(tasks))
            .mapPartitionsToPair(
                ofTask -> linked(ofTask, of, sent.value().object(), before, count, parts), true)
            .persist(StorageLevel.DISK_ONLY());
    linked = Optional.of(all);
    List<LinkSummary> whole = new ArrayList<>();
    JavaPairRDD<Integer, Sent<LinkSummary>> summaries =
        all.mapValues(part -> new Sent<>(new LinkSummary(part.object())));
    Neighbours.merge(
        Neighbours.merged(summaries), tasks.size(), summary -> Mergeable.gather(whole, summary));
    answers.unpersist();
    return whole.get(0);
  }

  /** Links the parts of a task, by what all shares tell them. */
  private static Iterator<Tuple2<Integer, Sent<LinkPart.Linked>>> linked(
      Iterator<Tuple2<Integer, Sent<Told>>> told,
      FitTrace trace,
      LinkPart.Work work,
      long[] before,
      int shares,
      int parts)
      throws IOException {
    TraceParts read = trace.parts();
    // They come in no order: a task's parts are few, and what they are told is small.
    SortedMap<Integer, KeyShare.Answer[]> byPart = new TreeMap<>();
    while (told.hasNext()) {
      Tuple2<Integer, Sent<Told>> next = told.next();
      byPart
              .computeIfAbsent(next._1() % parts, part -> new KeyShare.Answer[shares])[
              next._1() / parts] =
          next._2().object().answer().get(0);
    }
    return byPart.keySet().stream()
        .map(
            part -> {
              LinkPart of = new LinkPart(work, part);
              FitTask.read(read, work.columns(), part, of);
              return new Tuple2<>(
                  part,
                  new Sent<>(
                      of.linked(
                          KeyShare.join(before[part], of.keys(), List.of(byPart.get(part))))));
            })
        .iterator();
  }

  @Override
  public InOrder.Told inOrder(LinkPart.Work work, InOrder.Question question) {
    Broadcast<Sent<LinkPart.Work>> sent = context.broadcast(new Sent<>(work));
    Broadcast<Sent<InOrder.Question>> asked = context.broadcast(new Sent<>(question));
    return linked
        .orElseThrow()
        .repartitionAndSortWithinPartitions(new Neighbours.Groups(parts(), 1))
        .mapPartitions(
            parts -> {
              InOrder order = new InOrder(sent.value().object());
              parts.forEachRemaining(part -> order.add(part._2().object()));
              return List.of(new Sent<>(order.told(asked.value().object()))).iterator();
            })
        .first()
        .object();
  }

  @Override
  public <S extends Mergeable<S>> void rows(RowsWork<S> work, Consumer<S> taken) {
    Broadcast<Sent<RowsWork<S>>> sent = context.broadcast(new Sent<>(work));
    JavaPairRDD<Integer, Sent<S>> made =
        linked
            .orElseThrow()
            .mapToPair(
                part ->
                    new Tuple2<>(
                        part._1(),
                        new Sent<>(
                            sent.value().object().of(part._1(), part._2().object().rows()))));
    Neighbours.merge(Neighbours.merged(made), tasks.size(), taken);
  }
}
