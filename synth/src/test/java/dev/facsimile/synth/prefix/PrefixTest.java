package dev.facsimile.synth.prefix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrefixTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme FULL_ONLY = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private static Request request(long second, Optional<String> tenant, long... blocks) {
    return new Request(
        "r" + second,
        second * SECOND,
        Optional.empty(),
        new Origin(
            tenant,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        Conversation.NONE,
        Tokens.of(16 * blocks.length, 1),
        Optional.of(BlockIds.of(blocks)),
        Optional.empty(),
        Optional.empty());
  }

  private static PrefixMatcher.Match match(PrefixMatcher matcher, long second, long... blocks) {
    return matcher.match(request(second, Optional.empty(), blocks));
  }

  @Test
  void theParentIsTheMostRecentRequestWithTheDeepestMatchedBlock() {
    PrefixMatcher matcher = new PrefixMatcher(FULL_ONLY.scope());
    assertEquals(new PrefixMatcher.Match(0, 0, 0, 0), match(matcher, 0, 1, 2, 3, 4));
    assertEquals(new PrefixMatcher.Match(2, 2, 5 * SECOND, 0), match(matcher, 5, 1, 2, 9));
    // Block 2 was last seen at 5 s, block 3 at 0 s: the deepest decides.
    assertEquals(new PrefixMatcher.Match(3, 1, 7 * SECOND, 0), match(matcher, 7, 1, 2, 3, 8));
  }

  @Test
  void aBlockOfAnEarlierPromptThatStandsTwiceMatchesThatPrompt() {
    PrefixMatcher matcher = new PrefixMatcher(FULL_ONLY.scope());
    match(matcher, 0, 90, 91);
    match(matcher, 1, 1, 2, 3);
    // Both 2s are blocks of the prompt at 1 s, whose third block is not matched.
    assertEquals(new PrefixMatcher.Match(3, 0, 4 * SECOND, 1), match(matcher, 5, 1, 2, 2, 7));
  }

  @Test
  void aBlockThatStandsTwiceInAPromptIsInOnePromptOfTheTrunk() {
    Trunk trunk = new Trunk(20);
    for (int i = 0; i < 15; i++) {
      trunk.visit(BlockIds.of(1, 1, 100 + i));
    }
    trunk.close();
    assertEquals(0, trunk.depth(BlockIds.of(1, 1)));
  }

  @Test
  void aBlockSeenTwiceInOnePromptDoesNotMatchItself() {
    PrefixMatcher matcher = new PrefixMatcher(FULL_ONLY.scope());
    assertEquals(0, match(matcher, 0, 1, 1, 1).blocks());
  }

  @Test
  void theSameIdInTwoTenantsIsTwoBlocks() {
    PrefixMatcher matcher = new PrefixMatcher(BlockScheme.Scope.TENANT);
    matcher.match(request(0, Optional.of("a"), 1, 2));
    assertEquals(0, matcher.match(request(1, Optional.of("b"), 1, 2)).blocks());
    assertEquals(2, matcher.match(request(2, Optional.of("a"), 1, 2)).blocks());
  }

  @Test
  void aSystemPromptIsFoundAsTrunkAndConversationsAreNot() {
    PrefixFit fit = new PrefixFit(1);
    PrefixMatcher matcher = new PrefixMatcher(FULL_ONLY.scope());
    // 30 conversations of two turns, all after the same system prompt of blocks 7 and 8.
    for (int pass = 0; pass < 2; pass++) {
      for (long i = 0; i < 30; i++) {
        for (Request turn :
            List.of(
                request(10 * i, Optional.empty(), 7, 8, 100 + i),
                request(10 * i + 4, Optional.empty(), 7, 8, 100 + i, 200 + i))) {
          BlockIds blocks = turn.prefixBlocks().orElseThrow();
          if (pass == 0) {
            fit.visit(blocks);
          } else {
            fit.match(turn, matcher.match(turn));
          }
        }
      }
      if (pass == 0) {
        fit.closeTrunk();
      }
    }
    PrefixReuse reuse = fit.reuse(300 * SECOND, false);
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
