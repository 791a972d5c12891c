package dev.facsimile.anonymize.risk;

import java.util.Arrays;

/**
 * Equivalence classes: members with equal signatures cannot be told apart by them.
 *
 * @param members how many there are
 * @param classes how many classes they fall into
 * @param smallest members of the smallest class
 * @param unique members alone in their class
 * @param belowK members of classes smaller than k
 */
record ClassSizes(long members, long classes, long smallest, long unique, long belowK) {

  /** Of one signature for each member; sorts the array. */
  static ClassSizes of(long[] signatures, int k) {
    Arrays.sort(signatures);
    long classes = 0;
    long smallest = signatures.length;
    long unique = 0;
    long belowK = 0;
    for (int from = 0, to; from < signatures.length; from = to) {
      to = from + 1;
      while (to < signatures.length && signatures[to] == signatures[from]) {
        to++;
      }
      int size = to - from;
      classes++;
      smallest = Math.min(smallest, size);
      unique += size == 1 ? 1 : 0;
      belowK += size < k ? size : 0;
    }
    return new ClassSizes(signatures.length, classes, smallest, unique, belowK);
  }
}
