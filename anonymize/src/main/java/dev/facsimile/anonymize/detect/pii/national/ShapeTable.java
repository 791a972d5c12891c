package dev.facsimile.anonymize.detect.pii.national;

import dev.facsimile.anonymize.detect.pii.ContextWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From the shape of what was read, as a hash made run by run, to the kinds that have it. Open
 * addressing over plain arrays: it is asked for nearly every number of a text.
 */
final class ShapeTable {
  /** Hash of nothing read. */
  static final long EMPTY = 0xcbf29ce484222325L;

  /** Those of a shape that no kind has, though one may go on from it. */
  static final Kinds NONE = new Kinds(List.of());

  private static final long PRIME = 0x100000001b3L;

  private final long[] keys;
  private final Kinds[] values;

  /** The kinds of one shape, and the words of all of them together. */
  record Kinds(List<NationalId> list, ContextWords words) {
    Kinds(List<NationalId> list) {
      this(List.copyOf(list), ContextWords.any(list.stream().map(NationalId::words).toList()));
    }

    /** Whether the shape may do for one of them, with nothing beside the number to speak for it. */
    boolean mayBeEnough(boolean separated) {
      for (NationalId kind : list) {
        if (kind.evidence() == NationalId.Evidence.SHAPE
            || separated && kind.evidence() == NationalId.Evidence.SEPARATED) {
          return true;
        }
      }
      return false;
    }
  }

  ShapeTable(List<NationalId> kinds) {
    Map<Long, List<NationalId>> byShape = new HashMap<>();
    for (NationalId kind : kinds) {
      for (String shape : kind.shapes()) {
        beginnings(shape).forEach(hash -> byShape.computeIfAbsent(hash, h -> new ArrayList<>()));
        byShape.computeIfAbsent(hash(shape), h -> new ArrayList<>()).add(kind);
      }
    }
    int size = Integer.highestOneBit(Math.max(8, byShape.size() * 4)) * 2;
    keys = new long[size];
    values = new Kinds[size];
    byShape.forEach(
        (key, value) -> {
          int slot = slot(key);
          keys[slot] = key;
          values[slot] = value.isEmpty() ? NONE : new Kinds(value);
        });
  }

  /** The kinds of a shape. */
  Kinds of(long shape) {
    Kinds found = values[slot(shape)];
    return found == null ? NONE : found;
  }

  /** Whether a shape of a kind is this one or goes on from it. */
  boolean begins(long shape) {
    return values[slot(shape)] != null;
  }

  /** The hash after each run of letters or digits of a shape. */
  private static List<Long> beginnings(String shape) {
    List<Long> hashes = new ArrayList<>();
    for (int at = 1; at < shape.length(); at++) {
      if (!Character.isDigit(shape.charAt(at)) && Character.isDigit(shape.charAt(at - 1))) {
        hashes.add(hash(shape.substring(0, at)));
      }
    }
    return hashes;
  }

  private int slot(long key) {
    int slot = (int) (key ^ key >>> 32) & keys.length - 1;
    while (values[slot] != null && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  /** After a run of {@code run} digits, or of {@code -run} letters. */
  static long with(long shape, long run) {
    return ((shape ^ run & 0xffff) * PRIME ^ 0x5a) * PRIME;
  }

  /** After a separator. */
  static long separated(long shape, char separator) {
    return (shape ^ 0x10000 + separator) * PRIME;
  }

  /** One word of letters and digits in any order. */
  static long mixed(int length) {
    return (0x1234567L + length) * PRIME;
  }

  /** The hash of a written shape such as {@code L2D2-D4}. */
  static long hash(String shape) {
    if (shape.charAt(0) == 'X') {
      return mixed(Integer.parseInt(shape.substring(1)));
    }
    long hash = EMPTY;
    int at = 0;
    while (at < shape.length()) {
      char c = shape.charAt(at++);
      if (c != 'L' && c != 'D') {
        hash = separated(hash, c);
        continue;
      }
      int count = 0;
      while (at < shape.length() && Character.isDigit(shape.charAt(at))) {
        count = count * 10 + shape.charAt(at++) - '0';
      }
      hash = with(hash, c == 'D' ? count : -count);
    }
    return hash;
  }
}
