package dev.facsimile.synth.prefix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The trunk of one class's prompts, counted one prompt after another: the plain way, for tests. */
final class PlainTrunk {
  private final Map<Long, Integer> visits = new LinkedHashMap<>();
  private final Map<Long, Trunk.Often> blocks = new LinkedHashMap<>();
  private int prompts;

  void visit(long... prompt) {
    prompts++;
    for (int i = 0; i < prompt.length; i++) {
      blocks.putIfAbsent(prompt[i], new Trunk.Often(prompt[i], i > 0, i > 0 ? prompt[i - 1] : 0));
    }
    new HashSet<>(Arrays.stream(prompt).boxed().toList())
        .forEach(block -> visits.merge(block, 1, Integer::sum));
  }

  Trunk trunk(int minCount) {
    List<Trunk.Often> often = new ArrayList<>(blocks.values());
    often.removeIf(block -> visits.get(block.block()) < Trunk.enough(minCount, prompts));
    return new Trunk(often);
  }
}
