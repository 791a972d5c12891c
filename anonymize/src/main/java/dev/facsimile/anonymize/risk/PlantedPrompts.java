package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.BlockIds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Planted prompts: a tenant sends a guessed prompt himself and looks whether its released blocks
 * are also another's. Every released block is looked at: one that 2 to k − 1 units share would
 * confirm his guess. Blocks of k units and more are shared on purpose.
 *
 * @param blocks distinct released blocks
 * @param belowK of them, shared by 2 to k − 1 units; must be 0
 * @param shared of them, shared by k units or more
 * @param sharedReferences block references of the released rows that point to those
 */
public record PlantedPrompts(long blocks, long belowK, long shared, double sharedReferences) {

  /** Looks at rows as they pass. Holds 8 bytes for each distinct block, more where it is shared. */
  static final class Watch {
    private final int k;
    private int[] firstUnit = new int[1024];
    private int[] references = new int[1024];
    private final Map<Integer, Set<Integer>> several = new HashMap<>();
    private long allReferences;

    Watch(int k) {
      this.k = k;
    }

    /** Released block ids are dense numbers. */
    void add(BlockIds ids, int unit) {
      for (int i = 0; i < ids.size(); i++) {
        add(Math.toIntExact(ids.get(i)), unit);
      }
      allReferences += ids.size();
    }

    private void add(int block, int unit) {
      if (block >= firstUnit.length) {
        int room = Math.max(block + 1, firstUnit.length + (firstUnit.length >> 1));
        firstUnit = Arrays.copyOf(firstUnit, room);
        references = Arrays.copyOf(references, room);
      }
      references[block]++;
      if (firstUnit[block] == 0) {
        firstUnit[block] = unit + 1;
      } else if (firstUnit[block] != unit + 1) {
        Set<Integer> units = several.computeIfAbsent(block, b -> new HashSet<>());
        units.add(firstUnit[block] - 1);
        if (units.size() < k) {
          units.add(unit);
        }
      }
    }

    PlantedPrompts end() {
      long shared = 0;
      long sharedReferences = 0;
      for (Map.Entry<Integer, Set<Integer>> block : several.entrySet()) {
        if (block.getValue().size() >= k) {
          shared++;
          sharedReferences += references[block.getKey()];
        }
      }
      return new PlantedPrompts(
          Arrays.stream(firstUnit).filter(unit -> unit > 0).count(),
          several.size() - shared,
          shared,
          allReferences == 0 ? 0 : (double) sharedReferences / allReferences);
    }
  }
}
