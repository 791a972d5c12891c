package dev.facsimile.synth.prefix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrefixTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme FULL_ONLY = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private static int depth(Trunk trunk, long... prompt) {
    return trunk.depth(prompt, 0, prompt.length);
  }

  /** A part's prompts of two classes, taken apart by {@code second}. */
  private static List<TrunkVisits.Counted> counted(
      BlockTable table, List<long[]> prompts, Predicate<long[]> second) {
    List<int[]> numbers =
        prompts.stream()
            .map(prompt -> Arrays.stream(prompt).mapToInt(table::number).toArray())
            .toList();
    TrunkVisits visits = new TrunkVisits(table.keys());
    List<TrunkVisits.Counted> counted = new ArrayList<>();
    for (boolean of : new boolean[] {false, true}) {
      for (int i = 0; i < numbers.size(); i++) {
        if (second.test(prompts.get(i)) == of) {
          visits.visit(numbers.get(i), 0, numbers.get(i).length);
        }
      }
      counted.add(visits.counted());
    }
    return counted;
  }

  @Test
  void aBlockThatStandsTwiceInAPromptIsInOnePromptOfTheTrunk() {
    BlockTable table = new BlockTable();
    List<long[]> prompts = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      prompts.add(new long[] {1, 1, 100 + i});
    }
    TrunkCounts counts = new TrunkCounts(2);
    List<TrunkVisits.Counted> counted = counted(table, prompts, prompt -> false);
    counts.add(counted, IntStream.range(0, table.size()).toArray());
    assertEquals(0, depth(counts.trunks(20, table::key).get(0), 1, 1));
  }

  @Test
  void theTrunksOfPartsAndOfSharesAreThoseOfTheWhole() {
    Predicate<long[]> second = prompt -> prompt[prompt.length - 1] % 2 == 0;
    List<PlainTrunk> whole = List.of(new PlainTrunk(), new PlainTrunk());
    BlockTable all = new BlockTable();
    TrunkCounts merged = new TrunkCounts(2);
    List<List<TrunkShare>> shares = new ArrayList<>();
    for (int share = 0; share < 3; share++) {
      shares.add(List.of(new TrunkShare(), new TrunkShare()));
    }
    for (int part = 0; part < 10; part++) {
      List<long[]> prompts = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        // Some parts lack a template, the second template branches off the first, and the classes
        // come to what they have in common in different orders.
        long[] prompt =
            (i + part) % 3 == 0 ? new long[] {7, 8, i, -i} : new long[] {part < 4 ? 5 : 7, 9, -i};
        if (second.test(prompt) && part < 2) {
          prompt = new long[] {9, 8, 6, 5, -i};
        }
        prompts.add(prompt);
        whole.get(second.test(prompt) ? 1 : 0).visit(prompt);
      }
      BlockTable table = new BlockTable();
      List<TrunkVisits.Counted> counted = counted(table, prompts, second);
      merged.add(counted, Arrays.stream(table.keys()).mapToInt(all::number).toArray());
      for (int of = 0; of < counted.size(); of++) {
        List<TrunkShare.Slice> slices = TrunkShare.slices(counted.get(of), part, shares.size());
        for (int share = 0; share < slices.size(); share++) {
          shares.get(share).get(of).add(slices.get(share));
        }
      }
    }
    List<Trunk> trunks = merged.trunks(1, all::key);
    for (int of = 0; of < trunks.size(); of++) {
      List<TrunkShare.Found> found = new ArrayList<>();
      for (List<TrunkShare> share : shares) {
        found.addAll(share.get(of).often(1));
      }
      Trunk plain = whole.get(of).trunk(1);
      List<TrunkNode> expected = plain.nodes(new long[100]);
      assertTrue(expected.size() > 3, () -> expected.toString());
      for (Trunk trunk : List.of(trunks.get(of), TrunkShare.trunk(found))) {
        assertEquals(expected, trunk.nodes(new long[100]));
        for (long block = -30; block < 40; block++) {
          assertEquals(plain.place(block), trunk.place(block), "block " + block);
        }
      }
    }
  }

  @Test
  void aSystemPromptIsFoundAsTrunkAndConversationsAreNot() {
    PlainTrunk counts = new PlainTrunk();
    // 30 conversations of two turns, all after the same system prompt of blocks 7 and 8.
    for (long i = 0; i < 30; i++) {
      counts.visit(7, 8, 100 + i);
      counts.visit(7, 8, 100 + i, 200 + i);
    }
    Trunk trunk = counts.trunk(1);
    assertEquals(2, depth(trunk, 7, 8, 100));
    PrefixFit fit = new PrefixFit(1, trunk);
    PrefixSizes sizes = new PrefixSizes();
    for (long i = 0; i < 30; i++) {
      fit.anew(3, trunk.place(8), 10 * i * SECOND);
      fit.continued(4, 3, 0, 4000);
      sizes.start();
    }
    PrefixReuse reuse = fit.reuse(300 * SECOND, sizes);
    assertEquals(List.of(new TrunkNode(0, 0), new TrunkNode(1, 30)), reuse.trunk());
    SizeGroup second = reuse.sizes().get(reuse.sizes().size() - 1);
    assertEquals(30, second.continuations());
    assertEquals(new Continuation(4, 3, 0, 4000), second.donors().get(0));
  }

  private static PrefixProcess alwaysContinuing(long seed) {
    // A prompt of one block starts anew after the trunk; longer ones continue, all but one block.
    PrefixReuse reuse =
        new PrefixReuse(
            2,
            0,
            List.of(new TrunkNode(0, 1)),
            List.of(
                new SizeGroup(0, 1, 0, List.of()),
                new SizeGroup(2, 1, 1, List.of(new Continuation(4, 3, 0, 4000)))));
    return new PrefixProcess(
        reuse, FULL_ONLY, 0, 1, new BlockIdSpace(seed), new SeededStreams(seed), nanos -> 0);
  }

  @Test
  void aContinuationCopiesTheLeadingBlocksOfAnEarlierPromptAndMintsTheRest() {
    PrefixProcess process = alwaysContinuing(1);
    BlockIds first = process.next(0, 16, 0).prompt().orElseThrow().prompt().ids();
    BlockIds second = process.next(4 * SECOND, 2 * 16 + 5, 0).prompt().orElseThrow().prompt().ids();
    BlockIds third = process.next(8 * SECOND, 3 * 16, 0).prompt().orElseThrow().prompt().ids();
    assertEquals(2, second.size(), "the partial block has no id under this scheme");
    assertEquals(first, second.prefix(1));
    assertEquals(second, third.prefix(2));
    assertTrue(second.stream().noneMatch(id -> id == third.get(2)));
  }

  @Test
  void theTrunkIsTheSameForEverySeedAndNewBlocksAreNot() {
    PrefixProcess one = alwaysContinuing(1);
    PrefixProcess two = alwaysContinuing(2);
    assertEquals(
        one.next(0, 16, 0).prompt().orElseThrow().prompt().ids(),
        two.next(0, 16, 0).prompt().orElseThrow().prompt().ids());
    assertNotEquals(
        one.next(SECOND, 32, 0).prompt().orElseThrow().prompt().ids().get(1),
        two.next(SECOND, 32, 0).prompt().orElseThrow().prompt().ids().get(1));
  }

  @Test
  void sizesAreGroupedByHalfOctaves() {
    int[] groups = {0, 1, 2, 3, 4, 4, 6, 6, 8};
    for (int blocks = 0; blocks < groups.length; blocks++) {
      assertEquals(groups[blocks], SizeCounts.groupOf(blocks));
    }
  }
}
