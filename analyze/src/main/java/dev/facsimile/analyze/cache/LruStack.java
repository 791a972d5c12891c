package dev.facsimile.analyze.cache;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Elements by the time of their last touch, and how many lie above each: the LRU stack of Mattson
 * et al. ("Evaluation techniques for storage hierarchies", IBM Systems Journal 1970), as two
 * Fenwick trees over a clock of touches (Bennett and Kruskal, 1975). Elements are light or heavy
 * and counted apart, so that they can stand for different numbers of blocks. Holds 12 bytes for
 * each of about four touches an element; when the clock has used them up, it is compacted.
 */
final class LruStack {
  private static final int FEWEST = 1 << 10;
  private static final int TOUCHES_OF_ELEMENT = 4;

  /** The clock of each element's last touch; 0 when it is not in the stack. */
  private int[] last = new int[FEWEST];

  private boolean[] heavy = new boolean[FEWEST];
  private int[] owner = new int[FEWEST];
  private int[] lightTree = new int[FEWEST];
  private int[] heavyTree = new int[FEWEST];
  private int clock;
  private int light;
  private int heavies;

  boolean contains(int element) {
    return element < last.length && last[element] != 0;
  }

  boolean isHeavy(int element) {
    return heavy[element];
  }

  /** Light elements in the stack. */
  int lightSize() {
    return light;
  }

  /** Light elements that were touched after {@code element}. */
  int lightAbove(int element) {
    return light - sum(lightTree, last[element]);
  }

  /** Heavy elements that were touched after {@code element}. */
  int heavyAbove(int element) {
    return heavies == 0 ? 0 : heavies - sum(heavyTree, last[element]);
  }

  /** Puts an element on top, whether it was in the stack or not. */
  void touch(int element, boolean asHeavy) {
    remove(element);
    if (clock + 1 >= owner.length) {
      compact();
    }
    clock++;
    last[element] = clock;
    owner[clock] = element;
    heavy[element] = asHeavy;
    count(element, 1);
  }

  /** Takes an element out, if it is there. */
  void remove(int element) {
    if (element >= last.length) {
      int room = Math.max(element + 1, 2 * last.length);
      last = Arrays.copyOf(last, room);
      heavy = Arrays.copyOf(heavy, room);
    } else if (last[element] != 0) {
      count(element, -1);
      last[element] = 0;
    }
  }

  /** Makes a heavy element that is in the stack light where it lies. */
  void lighten(int element) {
    count(element, -1);
    heavy[element] = false;
    count(element, 1);
  }

  private void count(int element, int change) {
    if (heavy[element]) {
      heavies += change;
      add(heavyTree, last[element], change);
    } else {
      light += change;
      add(lightTree, last[element], change);
    }
  }

  /**
   * Keeps some elements and numbers them anew, from 0 in the order of their last touch.
   *
   * @return the old number of each
   */
  int[] retain(IntPredicate keep) {
    int[] kept = new int[light + heavies];
    int size = 0;
    for (int at = 1; at <= clock; at++) {
      int element = owner[at];
      if (last[element] == at && keep.test(element)) {
        kept[size++] = element;
      }
    }
    kept = Arrays.copyOf(kept, size);
    boolean[] keptHeavy = new boolean[Math.max(FEWEST, size)];
    for (int i = 0; i < size; i++) {
      keptHeavy[i] = heavy[kept[i]];
    }
    heavy = keptHeavy;
    last = new int[heavy.length];
    for (int i = 0; i < size; i++) {
      last[i] = i + 1;
    }
    relay(size);
    return kept;
  }

  private void compact() {
    int size = 0;
    for (int at = 1; at <= clock; at++) {
      int element = owner[at];
      if (last[element] == at) {
        last[element] = ++size;
      }
    }
    relay(size);
  }

  /** Lays out anew {@code size} elements whose last touches are 1, 2, … */
  private void relay(int size) {
    int room = Math.max(FEWEST, TOUCHES_OF_ELEMENT * size);
    int[] owners = new int[room];
    for (int element = 0; element < last.length; element++) {
      if (last[element] != 0) {
        owners[last[element]] = element;
      }
    }
    owner = owners;
    clock = size;
    lightTree = new int[room];
    heavyTree = new int[room];
    light = 0;
    heavies = 0;
    for (int at = 1; at <= size; at++) {
      if (heavy[owner[at]]) {
        heavyTree[at] = 1;
        heavies++;
      } else {
        lightTree[at] = 1;
        light++;
      }
    }
    for (int at = 1; at < room; at++) {
      int parent = at + (at & -at);
      if (parent < room) {
        lightTree[parent] += lightTree[at];
        heavyTree[parent] += heavyTree[at];
      }
    }
  }

  private static void add(int[] tree, int at, int change) {
    for (int i = at; i < tree.length; i += i & -i) {
      tree[i] += change;
    }
  }

  private static int sum(int[] tree, int at) {
    int sum = 0;
    for (int i = at; i > 0; i -= i & -i) {
      sum += tree[i];
    }
    return sum;
  }
}
