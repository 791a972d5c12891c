package dev.facsimile.spark;

import dev.facsimile.synth.fit.Mergeable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Merges what tasks made of consecutive parts on the executors, neighbours with neighbours, until
 * {@value #FEW} are left for the driver.
 */
final class Neighbours {
  private static final int FEW = 16;

  private Neighbours() {}

  /**
   * Merges.
   *
   * @param made by the number of its task, of so many tasks
   * @param taken takes what is left, in order
   */
  static <S extends Mergeable<S>> void merge(
      JavaPairRDD<Integer, Sent<S>> made, int tasks, Consumer<S> taken) {
    JavaPairRDD<Integer, Sent<S>> left = made;
    int count = tasks;
    while (count > FEW) {
      int width = (int) Math.ceil(Math.sqrt(count));
      count = (count + width - 1) / width;
      left = merged(left.repartitionAndSortWithinPartitions(new Groups(width, count)));
    }
    left.collect().stream()
        .sorted(Comparator.comparingInt(Tuple2::_1))
        .forEach(part -> taken.accept(part._2().object()));
  }

  /** Merges what was made of the parts of each partition, in their order, by its number. */
  static <S extends Mergeable<S>> JavaPairRDD<Integer, Sent<S>> merged(
      JavaPairRDD<Integer, Sent<S>> made) {
    return JavaPairRDD.fromJavaRDD(made.mapPartitionsWithIndex(Neighbours::ofPartition, false));
  }

  private static <S extends Mergeable<S>> Iterator<Tuple2<Integer, Sent<S>>> ofPartition(
      int partition, Iterator<Tuple2<Integer, Sent<S>>> parts) {
    List<S> whole = new ArrayList<>();
    while (parts.hasNext()) {
      Mergeable.gather(whole, parts.next()._2().object());
    }
    return whole.stream().map(one -> new Tuple2<>(partition, new Sent<>(one))).iterator();
  }

  /** Puts neighbours into one partition. */
  static final class Groups extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int width;
    private final int groups;

    /** Of so many groups of {@code width} neighbours. */
    Groups(int width, int groups) {
      this.width = width;
      this.groups = groups;
    }

    @Override
    public int numPartitions() {
      return groups;
    }

    @Override
    public int getPartition(Object key) {
      return (Integer) key / width;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Groups that && that.width == width && that.groups == groups;
    }

    @Override
    public int hashCode() {
      return 31 * width + groups;
    }
  }
}
