package dev.facsimile.spark;

import org.apache.spark.Partitioner;

/** Keys are the places of their partitions. */
final class ByIndex extends Partitioner {
  private static final long serialVersionUID = 1;

  private final int partitions;

  /** So many partitions, from 0. */
  ByIndex(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByIndex byIndex && byIndex.partitions == partitions;
  }

  @Override
  public int hashCode() {
    return partitions;
  }
}
