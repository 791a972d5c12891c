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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrefixTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme FULL_ONLY = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private static void visit(TrunkCounts counts, long... prompt) {
    counts.visit(prompt, 0, prompt.length);
  }

  private static int depth(Trunk trunk, long... prompt) {
    return trunk.depth(prompt, 0, prompt.length);
  }

  @Test
  void aBlockThatStandsTwiceInAPromptIsInOnePromptOfTheTrunk() {
    TrunkCounts counts = new TrunkCounts();
    for (int i = 0; i < 15; i++) {
      visit(counts, 1, 1, 100 + i);
    }
    assertEquals(0, depth(counts.trunk(20), 1, 1));
  }

  @Test
  void theTrunkOfPartsAndOfSharesIsThatOfTheWhole() {
    TrunkCounts whole = new TrunkCounts();
    TrunkCounts merged = new TrunkCounts();
    List<TrunkShare> shares = List.of(new TrunkShare(), new TrunkShare(), new TrunkShare());
    for (int part = 0; part < 10; part++) {
      TrunkCounts counts = new TrunkCounts();
      for (int i = 0; i < 30; i++) {
        // Some parts lack a template, and the second template branches off the first.
        long[] prompt =
            (i + part) % 3 == 0 ? new long[] {7, 8, i, -i} : new long[] {part < 4 ? 5 : 7, 9, -i};
        visit(whole, prompt);
        visit(counts, prompt);
      }
      merged.merge(counts.counted());
      List<TrunkShare.Slice> slices = TrunkShare.slices(counts.counted(), part, shares.size());
      for (int share = 0; share < slices.size(); share++) {
        shares.get(share).add(slices.get(share));
      }
    }
    List<TrunkShare.Found> found = new ArrayList<>();
    shares.forEach(share -> found.addAll(share.often(1)));
    List<TrunkNode> expected = whole.trunk(1).nodes(new long[100]);
    assertTrue(expected.size() > 3, () -> expected.toString());
    assertEquals(expected, merged.trunk(1).nodes(new long[100]));
    assertEquals(expected, TrunkShare.trunk(found).nodes(new long[100]));
    assertEquals(depth(whole.trunk(1), 7, 9), depth(TrunkShare.trunk(found), 7, 9));
  }

  @Test
  void aSystemPromptIsFoundAsTrunkAndConversationsAreNot() {
    TrunkCounts counts = new TrunkCounts();
    // 30 conversations of two turns, all after the same system prompt of blocks 7 and 8.
    for (long i = 0; i < 30; i++) {
      visit(counts, 7, 8, 100 + i);
      visit(counts, 7, 8, 100 + i, 200 + i);
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
