package dev.facsimile.trace.text.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.PlannedPrompts.Planned;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptComposerTest {
  private static final List<PromptLanguage> ENGLISH = List.of(PromptLanguage.EN);

  private static Path sample() {
    return SharedData.root().resolve("samples/tokenizer/tokenizer.json");
  }

  private static PromptVocabulary vocabulary(Tokenizer tokenizer) throws IOException {
    return LearntVocabularies.of(
        tokenizer, tokenizer.chatTemplate().isPresent() ? Counting.CHAT : Counting.BARE);
  }

  private static PromptComposer composer(PromptVocabulary vocabulary, BlockScheme scheme) {
    return new PromptComposer(
        vocabulary, PromptSettings.of(11, vocabulary.counting()), Optional.of(scheme));
  }

  /** What a server counts: the whole prompt, through the template, encoded from its start. */
  private static long[] served(PromptVocabulary vocabulary, String text) {
    return vocabulary.tokenizer().encode(vocabulary.whole(text));
  }

  @ParameterizedTest
  @CsvSource({"qwen3, 178", "phi-2, 60", "phi-3-mini, 60", "t5-small, 60", "bert-base-uncased, 60"})
  void everyPromptOfRealTracesHasExactlyItsTokensAndSharesExactlyItsBlocks(String name, int rows)
      throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named(name);
    PromptVocabulary vocabulary = vocabulary(tokenizer);
    PromptComposer mooncake = composer(vocabulary, PlannedPrompts.MOONCAKE);
    PromptComposer agentic = composer(vocabulary, PlannedPrompts.AGENTIC);
    assertAll(mooncake, PlannedPrompts.mooncake(rows), PlannedPrompts.MOONCAKE);
    assertAll(agentic, PlannedPrompts.agentic(12), PlannedPrompts.AGENTIC);
    List<Planned> edges = new ArrayList<>();
    for (int more = 0; more < 9; more++) {
      edges.add(PlannedPrompts.of("short" + more, vocabulary.fewestTokens() + more, more));
    }
    edges.add(PlannedPrompts.of("long", 131_072, 1));
    assertAll(mooncake, edges, PlannedPrompts.MOONCAKE);
    assertEquals(0, mooncake.counts().inexact() + mooncake.counts().repaired());
  }

  private static void assertAll(PromptComposer composer, List<Planned> plan, BlockScheme scheme) {
    long[] before = {};
    Planned last = plan.get(0);
    for (Planned planned : plan) {
      String text = composer.of(planned.request(), planned.tokens());
      long[] ids = served(composer.vocabulary(), text);
      assertEquals(planned.tokens(), ids.length, planned.request().id());
      if (planned != last && !planned.request().id().equals(last.request().id())) {
        assertSharedBlocks(
            last, before, planned, ids, scheme, composer.vocabulary().opening().after());
      }
      before = ids;
      last = planned;
    }
  }

  private static void assertSharedBlocks(
      Planned one, long[] oneIds, Planned two, long[] twoIds, BlockScheme scheme, int after) {
    BlockIds a = one.request().prefixBlocks().orElseThrow();
    BlockIds b = two.request().prefixBlocks().orElseThrow();
    int common = 0;
    while (common < Math.min(a.size(), b.size()) && a.get(common) == b.get(common)) {
      common++;
    }
    int shortest = Math.min(oneIds.length, twoIds.length);
    int shared = Arrays.mismatch(oneIds, twoIds);
    int tokens = shared < 0 ? shortest : shared;
    // What ends a chat's prompt is the same in all and may fall into a block that both have.
    int least = Math.min(common, (shortest - after) / scheme.blockTokens());
    int most = Math.min(common, shortest / scheme.blockTokens());
    int full = tokens / scheme.blockTokens();
    String which = one.request().id() + two.request().id() + " share " + full;
    assertTrue(full >= least && full <= most, which + ", expected " + least + " to " + most);
  }

  @Test
  void differentBlocksDifferFromTheirFirstToken() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named("phi-2");
    PromptComposer composer = composer(vocabulary(tokenizer), PlannedPrompts.AGENTIC);
    Map<Long, Integer> starts = new HashMap<>();
    int later = 0;
    for (int sibling = 0; sibling < 500; sibling++) {
      Planned planned = PlannedPrompts.of("s" + sibling, 256, 1, 2, 1_000 + sibling);
      long[] ids = tokenizer.encode(composer.of(planned.request(), 256));
      later += starts.merge(ids[128], 1, Integer::sum) > 1 ? 1 : 0;
    }
    // 500 draws of some 16,000 words meet 7.8 times on average; 25 is six deviations away.
    assertTrue(later < 25, later + " of 500 blocks begin with the word of another");
  }

  @Test
  void aPartialBlockNeverChangesAFullOneOfTheSameId() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(sample());
    PromptComposer fresh = composer(vocabulary(tokenizer), PlannedPrompts.MOONCAKE);
    String full = fresh.of(PlannedPrompts.of("full", 1024, 7, 8).request(), 1024);
    PromptComposer used = composer(vocabulary(tokenizer), PlannedPrompts.MOONCAKE);
    String partial = used.of(PlannedPrompts.of("tail", 600, 7, 8).request(), 600);
    assertEquals(full, used.of(PlannedPrompts.of("full", 1024, 7, 8).request(), 1024));
    assertEquals(600, tokenizer.count(partial));
  }

  @Test
  void everyOtherProcessWritesTheSameBytes() throws Exception {
    String here = PromptDigest.of(sample());
    ProcessBuilder other =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath(),
            PromptDigest.class.getName(),
            sample().toString());
    other.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = other.start();
    String there = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertEquals(here, there.strip());
  }

  /** Some test runners load the tests by a class loader of their own. */
  private static String classPath() {
    ClassLoader loader = PromptDigest.class.getClassLoader();
    return loader instanceof URLClassLoader own
        ? Arrays.stream(own.getURLs())
            .map(url -> Path.of(URI.create(url.toString())).toString())
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  @Test
  void aBlockOfATenantOrASessionIsNoOtherTenantsOrSessions() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(sample());
    PromptVocabulary vocabulary = vocabulary(tokenizer);
    Request one = PlannedPrompts.of("r", 128, 1, 2).request();
    Request tenant = one.from(origin("other"));
    Request session = one.within(Conversation.of(Optional.of("other")));
    PromptComposer tenants =
        composer(vocabulary, new BlockScheme(64, BlockScheme.Scope.TENANT, false));
    PromptComposer sessions = composer(vocabulary, PlannedPrompts.AGENTIC);
    PromptComposer all = composer(vocabulary, new BlockScheme(64, BlockScheme.Scope.GLOBAL, false));
    assertNotEquals(tenants.of(one, 128), tenants.of(tenant, 128));
    assertNotEquals(sessions.of(one, 128), sessions.of(session, 128));
    assertEquals(all.of(one, 128), all.of(tenant, 128));
    PromptComposer salted =
        new PromptComposer(
            vocabulary,
            new PromptSettings(11, ENGLISH, Counting.BARE, Optional.empty(), false, true, 0),
            Optional.of(new BlockScheme(64, BlockScheme.Scope.GLOBAL, false)));
    assertNotEquals(salted.of(one, 128), salted.of(tenant, 128));
  }

  private static Origin origin(String tenant) {
    return new Origin(
        Optional.of(tenant),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aSaltStandsAtTheFrontOfAllPromptsAndColdOnesHaveEachTheirOwn() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(sample());
    PromptVocabulary vocabulary = vocabulary(tokenizer);
    Request one = PlannedPrompts.of("a", 128, 1, 2).request();
    Request two = PlannedPrompts.of("b", 128, 1, 2).request();
    for (String salt : List.of("monday", "tuesday")) {
      PromptComposer salted = salted(vocabulary, Optional.of(salt), false);
      assertEquals(salted.of(one, 128), salted.of(two, 128));
      assertEquals(128, tokenizer.count(salted.of(one, 128)));
    }
    String monday = salted(vocabulary, Optional.of("monday"), false).of(one, 128);
    String tuesday = salted(vocabulary, Optional.of("tuesday"), false).of(one, 128);
    assertNotEquals(monday.substring(0, 12), tuesday.substring(0, 12));
    PromptComposer cold = salted(vocabulary, Optional.empty(), true);
    assertNotEquals(cold.of(one, 128).substring(0, 12), cold.of(two, 128).substring(0, 12));
    assertEquals(128, tokenizer.count(cold.of(two, 128)));
  }

  private static PromptComposer salted(
      PromptVocabulary vocabulary, Optional<String> salt, boolean cold) {
    return new PromptComposer(
        vocabulary,
        new PromptSettings(11, ENGLISH, Counting.BARE, salt, cold, false, 1),
        Optional.of(PlannedPrompts.AGENTIC));
  }

  @Test
  void aPromptShorterThanTheTemplateIsAsShortAsCanBeAndSaysSo() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named("qwen3");
    PromptComposer composer = composer(vocabulary(tokenizer), PlannedPrompts.MOONCAKE);
    ComposedPrompt prompt = composer.compose(PlannedPrompts.of("r", 2, 1).request(), 2);
    assertEquals(served(composer.vocabulary(), prompt.text()).length, prompt.tokens());
    assertEquals(1, composer.counts().tooShort());
    assertTrue(prompt.text().isEmpty());
  }

  @Test
  void everyScriptHasExactCountsInAByteLevelVocabulary() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named("phi-2");
    for (PromptLanguage language :
        List.of(PromptLanguage.FR, PromptLanguage.RU, PromptLanguage.ZH, PromptLanguage.CODE)) {
      PromptVocabulary vocabulary =
          PromptVocabulary.learn(tokenizer, Counting.BARE, List.of(language));
      PromptComposer composer = composer(vocabulary, PlannedPrompts.AGENTIC);
      for (int tokens : new int[] {1, 2, 3, 5, 64, 65, 1000}) {
        String text = composer.of(PlannedPrompts.of("r" + tokens, tokens, 3).request(), tokens);
        assertEquals(tokens, tokenizer.count(text), language + " " + tokens);
      }
      assertFalse(composer.of(PlannedPrompts.of("x", 100, 1).request(), 100).contains("\uFFFD"));
    }
  }

  @Test
  void aPromptOfAMillionTokensIsWritten() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(sample());
    PromptComposer composer =
        new PromptComposer(
            vocabulary(tokenizer),
            PromptSettings.of(1, Counting.BARE).verifying(0),
            Optional.empty());
    ComposedPrompt prompt = composer.compose(Request.of("r", 0, 1_000_000, 1), 1_000_000);
    assertEquals(1_000_000, composer.vocabulary().count(prompt.text()));
  }
}
