package dev.facsimile.synth.share;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** Points drawn evenly from the box that a group of alike points fills. */
final class Draws {
  private final int[] steps;
  private final UniformRandomProvider random;

  /**
   * For points of these axes.
   *
   * @param steps the unit that each axis is told in: the box is rounded outwards to it
   */
  Draws(int[] steps, UniformRandomProvider random) {
    this.steps = steps;
    this.random = random;
  }

  /** So many points of the box of {@code group}, their places on each axis spread evenly. */
  List<int[]> of(List<int[]> group, int count) {
    List<int[]> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drawn.add(new int[steps.length]);
    }
    for (int axis = 0; axis < steps.length; axis++) {
      int low = Integer.MAX_VALUE;
      int high = Integer.MIN_VALUE;
      for (int[] point : group) {
        low = Math.min(low, point[axis]);
        high = Math.max(high, point[axis]);
      }
      int step = low == high ? 1 : steps[axis];
      low = Math.floorDiv(low, step) * step;
      high = Math.floorDiv(high, step) * step + step - 1;
      int[] order = shuffled(count);
      for (int i = 0; i < count; i++) {
        double place = (order[i] + random.nextDouble()) / count;
        drawn.get(i)[axis] = (int) (low + (long) (place * (high - (double) low + 1)));
      }
    }
    return drawn;
  }

  private int[] shuffled(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int place = random.nextInt(i + 1);
      order[i] = order[place];
      order[place] = i;
    }
    return order;
  }
}
