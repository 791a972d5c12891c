package dev.facsimile.synth.prefix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** Blocks that come back behind another beginning, and beginnings that change with time. */
class RecurrenceTest {
  private static final BlockScheme DOCUMENTS = new BlockScheme(16, BlockScheme.Scope.GLOBAL, true);
  private static final long SECOND = 1_000_000_000L;
  private static final int PROMPTS = 2_000;
  private static final long DURATION = PROMPTS * SECOND;

  /** Fits prompts that come a second apart, each of 16 tokens a block. */
  private static PrefixReuse fitted(List<long[]> prompts, boolean counted) {
    PlainTrunk counts = new PlainTrunk();
    prompts.forEach(counts::visit);
    Trunk trunk = counts.trunk(1);
    PrefixFit fit = new PrefixFit(1, trunk);
    PrefixSizes sizes = new PrefixSizes();
    PrefixMatcher matcher = new PrefixMatcher(DOCUMENTS.scope());
    for (int i = 0; i < prompts.size(); i++) {
      long[] blocks = prompts.get(i);
      Request request =
          Request.of("r" + i, i * SECOND, 16 * blocks.length, 1)
              .withBlocks(Optional.of(BlockIds.of(blocks)));
      PrefixMatcher.Match match = matcher.match(request);
      sizes.start();
      if (counted) {
        sizes.add(16 * blocks.length, blocks.length);
      }
      int depth = trunk.depth(blocks, 0, blocks.length);
      if (match.blocks() > depth) {
        fit.continued(
            blocks.length, match.blocks(), match.parentTail(), match.gapNanos() / 1_000_000);
      } else {
        fit.anew(blocks.length, depth == 0 ? 0 : trunk.place(blocks[depth - 1]), i * SECOND);
      }
      fit.rest(blocks, Math.max(match.blocks(), depth), blocks.length);
    }
    return fit.reuse(DURATION, sizes);
  }

  private static List<long[]> drawn(PrefixReuse reuse, int prompts, int blocks) {
    SeededStreams streams = new SeededStreams(7);
    PrefixProcess process =
        new PrefixProcess(
            reuse,
            DOCUMENTS,
            0,
            1,
            new BlockIdSpace(7),
            streams,
            nanos -> PrefixReuse.clockOf(nanos, DURATION));
    List<long[]> drawn = new ArrayList<>();
    for (int i = 0; i < prompts; i++) {
      drawn.add(
          process.next(i * SECOND, 16 * blocks, 0).prompt().orElseThrow().prompt().ids().toArray());
    }
    return drawn;
  }

  /** A system prompt, a question of its own, four documents of 500, a few of which are popular. */
  private static List<long[]> retrieval() {
    UniformRandomProvider random = new SeededStreams(1).stream("retrieval");
    List<long[]> prompts = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      Set<Long> documents = new HashSet<>();
      while (documents.size() < 4) {
        documents.add(1000 + (long) (500 * Math.pow(random.nextDouble(), 3)));
      }
      prompts.add(
          LongStream.concat(
                  LongStream.of(1, 100_000 + i), documents.stream().mapToLong(Long::longValue))
              .toArray());
    }
    return prompts;
  }

  /** Visits of each block that is not the first of its prompt. */
  private static List<Integer> visits(List<long[]> prompts) {
    Map<Long, Integer> visits = new HashMap<>();
    for (long[] prompt : prompts) {
      for (int i = 1; i < prompt.length; i++) {
        visits.merge(prompt[i], 1, Integer::sum);
      }
    }
    return visits.values().stream().sorted((a, b) -> b - a).toList();
  }

  @Test
  void retrievedDocumentsComeBackAsOftenAsInTheSource() {
    List<long[]> source = retrieval();
    PrefixReuse reuse = fitted(source, false);
    Recurrence how = reuse.elsewhere().orElseThrow();
    // 4 of 5 blocks of a rest are documents, all of which but the first 500 had been asked for.
    assertEquals(0.8 - 500.0 / (5 * PROMPTS), how.share(), 0.01);

    List<long[]> copy = drawn(reuse, PROMPTS, 6);
    List<Integer> ofSource = visits(source);
    List<Integer> ofCopy = visits(copy);
    // Distinct blocks: 2,000 questions and 500 documents; each recurrence that is drawn too few or
    // too many is one more or less, √(8,000 · 0.94 · 0.06) = 21 by chance.
    assertEquals(ofSource.size(), ofCopy.size(), 100);
    // The 50 most popular of the 500 documents get 0.46 of the visits, (1/10)^(1/3).
    double popular = ofSource.stream().limit(50).mapToInt(v -> v).sum();
    assertEquals(1, ofCopy.stream().limit(50).mapToInt(v -> v).sum() / popular, 0.15);
    for (long[] prompt : copy) {
      assertEquals(prompt.length, LongStream.of(prompt).distinct().count());
    }
  }

  @Test
  void aDocumentOfSeveralBlocksComesBackWhole() {
    UniformRandomProvider random = new SeededStreams(2).stream("whole");
    List<long[]> prompts = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      long first = 1000 + 10L * random.nextInt(100);
      prompts.add(new long[] {1, 100_000 + i, first, first + 1, first + 2, first + 3});
    }
    PrefixReuse reuse = fitted(prompts, false);
    Recurrence how = reuse.elsewhere().orElseThrow();
    assertEquals(how.runs(), how.runsContinued());

    int torn = 0;
    Map<Long, Long> followed = new HashMap<>();
    for (long[] prompt : drawn(reuse, PROMPTS, 6)) {
      for (int i = 2; i < 5; i++) {
        Long before = followed.put(prompt[i], prompt[i + 1]);
        torn += before != null && before != prompt[i + 1] ? 1 : 0;
      }
    }
    // A run may start in the middle of a document only where a drawn block happens to be one.
    assertTrue(torn < PROMPTS * 3 / 4, torn + " of " + 3 * PROMPTS);
  }

  @Test
  void idsThatDependOnAllBlocksBeforeDoNotRecurElsewhere() {
    List<long[]> prompts = new ArrayList<>();
    for (long[] prompt : retrieval()) {
      long[] chained = new long[prompt.length];
      long hash = 0;
      for (int i = 0; i < prompt.length; i++) {
        hash = SeededStreams.mix(hash ^ prompt[i]);
        chained[i] = hash >>> 11;
      }
      prompts.add(chained);
    }
    PrefixReuse reuse = fitted(prompts, false);
    assertTrue(reuse.elsewhere().isEmpty());
    assertTrue(reuse.times().isEmpty());
    assertTrue(reuse.blockCounts().isEmpty());
  }

  @Test
  void aSystemPromptThatIsReplacedAtHalfTimeIsReplacedInACopyToo() {
    List<long[]> prompts = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      prompts.add(new long[] {1, i < PROMPTS / 2 ? 2 : 3, 100_000 + i});
    }
    PrefixReuse reuse = fitted(prompts, false);
    assertEquals(2, reuse.times().size(), reuse.times()::toString);

    List<long[]> copy = drawn(reuse, PROMPTS, 3);
    Set<Long> early = new HashSet<>();
    Set<Long> late = new HashSet<>();
    // Times are told in 4,096ths of the source's, half a second of this one.
    copy.subList(0, PROMPTS / 2 - 2).forEach(prompt -> early.add(prompt[1]));
    copy.subList(PROMPTS / 2 + 2, PROMPTS).forEach(prompt -> late.add(prompt[1]));
    assertEquals(1, early.size());
    assertEquals(1, late.size());
    assertTrue(!early.equals(late));
  }

  @Test
  void systemPromptsThatAreMixedAllTheTimeHaveNoTimes() {
    UniformRandomProvider random = new SeededStreams(3).stream("mixed");
    List<long[]> prompts = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      prompts.add(new long[] {1, 2 + random.nextInt(4), 100_000 + i});
    }
    assertTrue(fitted(prompts, false).times().isEmpty());
  }

  @Test
  void promptsHaveAsManyBlocksAsThoseOfTheirLengthWhereTokensDoNotTell() {
    List<BlockCount> counts =
        List.of(new BlockCount(20, 2, 30), new BlockCount(20, 5, 10), new BlockCount(30, 9, 1));
    BlockCounts drawn = new BlockCounts(DOCUMENTS, counts, new SeededStreams(5).stream("counts"));
    int five = 0;
    for (int i = 0; i < 4_000; i++) {
      // 31 tokens are of size 20.
      int blocks = drawn.blocks(31);
      assertTrue(blocks == 2 || blocks == 5);
      five += blocks == 5 ? 1 : 0;
    }
    assertEquals(1_000, five, 110, "a quarter, ±4 standard errors of 27");
    assertEquals(9, drawn.blocks(1_000_000), "those of the nearest length that is known");
    assertEquals(9, drawn.full(10, 9), "documents are whole");
  }
}
