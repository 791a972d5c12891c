package dev.facsimile.synth.prefix;

import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Counts in how many prompts of each class each block is, where blocks are numbered in the order of
 * their first prompts, whatever their class. Holds 12 to 24 bytes a block, and up to 70 more for
 * each further class that has it.
 */
public final class TrunkCounts {
  private static final int ORDER_SHIFT = 32;

  private final List<OfClass> classes;

  /** By block: its first class + 1; 0 as long as there is none. */
  private int[] owners = new int[1024];

  /** By block: prompts of its first class that have it. */
  private int[] visits = new int[1024];

  /**
   * By block: the number of the block before it in the first prompt of its first class, + 1; 0 at
   * the start of that prompt.
   */
  private int[] before = new int[1024];

  /** What is counted of one class. */
  private static final class OfClass {
    private int prompts;

    /** The last block of which it became the first class; -1 before. */
    private int last = -1;

    /** Blocks of which it is not, by their numbers. */
    private final BlockTable others = new BlockTable();

    private int[] visits = new int[1024];
    private int[] before = new int[1024];

    /** By block of those: the last block, when it came, of which this became the first class. */
    private int[] behind = new int[1024];

    void visit(int block, int times, int previous) {
      int place = others.number(block);
      visits = others.roomIn(visits);
      before = others.roomIn(before);
      behind = others.roomIn(behind);
      if (visits[place] == 0) {
        before[place] = previous;
        behind[place] = last;
      }
      visits[place] += times;
    }
  }

  /** Of so many classes. */
  public TrunkCounts(int classes) {
    this.classes = Stream.generate(OfClass::new).limit(classes).toList();
  }

  /**
   * Takes what was counted in the next part.
   *
   * @param counted by class
   * @param numbers by the part's number of a block: its number here
   */
  public void add(List<TrunkVisits.Counted> counted, int[] numbers) {
    for (int number = 0; number < counted.size(); number++) {
      add(number, counted.get(number), numbers);
    }
  }

  private void add(int number, TrunkVisits.Counted counted, int[] numbers) {
    OfClass of = classes.get(number);
    of.prompts += counted.prompts();
    for (int i = 0; i < counted.numbers().length; i++) {
      int block = numbers[counted.numbers()[i]];
      int place = counted.before()[i];
      int previous = place == 0 ? 0 : numbers[counted.numbers()[place - 1]] + 1;
      room(block);
      // The blocks of a class are told in its own order: one that came before in another's is not
      // its own.
      if (owners[block] == 0 && block > of.last) {
        owners[block] = number + 1;
        before[block] = previous;
        of.last = block;
      }
      if (owners[block] == number + 1) {
        visits[block] += counted.visits()[i];
      } else {
        of.visit(block, counted.visits()[i], previous);
      }
    }
  }

  private void room(int block) {
    if (block >= owners.length) {
      int more = Math.max(block + 1, 2 * owners.length);
      owners = Arrays.copyOf(owners, more);
      visits = Arrays.copyOf(visits, more);
      before = Arrays.copyOf(before, more);
    }
  }

  /**
   * By class: the trunk of blocks that at least {@code minCount} prompts have.
   *
   * @param ids tells a block's id by its number
   */
  public List<Trunk> trunks(int minCount, IntToLongFunction ids) {
    double[] enough =
        classes.stream().mapToDouble(of -> Trunk.enough(minCount, of.prompts)).toArray();
    List<List<TrunkShare.Found>> found = new ArrayList<>();
    for (int number = 0; number < enough.length; number++) {
      found.add(others(classes.get(number), enough[number], ids));
    }
    for (int block = 0; block < owners.length; block++) {
      int owner = owners[block] - 1;
      if (owner >= 0 && visits[block] >= enough[owner]) {
        found.get(owner).add(found((long) block << ORDER_SHIFT, block, before[block], ids));
      }
    }
    return found.stream().map(TrunkShare::trunk).toList();
  }

  private static List<TrunkShare.Found> others(OfClass of, double enough, IntToLongFunction ids) {
    List<TrunkShare.Found> found = new ArrayList<>();
    for (int place = 0; place < of.others.size(); place++) {
      if (of.visits[place] >= enough) {
        long order = ((long) of.behind[place] << ORDER_SHIFT) + place + 1;
        found.add(found(order, (int) of.others.key(place), of.before[place], ids));
      }
    }
    return found;
  }

  private static TrunkShare.Found found(
      long order, int block, int previous, IntToLongFunction ids) {
    boolean follows = previous > 0;
    long id = ids.applyAsLong(block);
    return new TrunkShare.Found(
        order, new Trunk.Often(id, follows, follows ? ids.applyAsLong(previous - 1) : 0));
  }
}
