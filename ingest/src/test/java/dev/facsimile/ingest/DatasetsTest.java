package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversations and whole texts: datasets, and LMCache's agent runs. */
class DatasetsTest {
  private static final String SHARE_GPT =
      "{'id':'d1','conversations':[{'from':'human','value':'Q1'},{'from':'gpt','value':'A1'},"
          + "{'from':'human','value':'Q2'},{'from':'gpt','value':'A2'},"
          + "{'from':'human','value':'Q3'}]}";

  @TempDir private Path folder;

  private Ingested ingest(String name, String text) throws IOException {
    return Ingested.of(folder, Files.writeString(folder.resolve(name), text.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource({"'[%s]'", "'%s\n'", "'[\n%s\n]'", "'[\n%s,\n{''conversations'':[]}]'"})
  void everyAnswerOfAConversationIsATurnWhosePromptIsAllBeforeIt(String layout) throws IOException {
    Ingested trace = ingest("d.json", String.format(layout, SHARE_GPT));
    assertEquals("sharegpt", trace.format());
    assertEquals(0, trace.summary().rejected());
    assertEquals(
        List.of("d1:0", "d1:1", "d1:2"),
        trace.rows().stream().map(row -> row.request().id()).toList());
    String second = trace.rows().get(1).content().orElseThrow();
    assertTrue(second.contains("Q1") && second.contains("A1") && second.contains("A2"), second);
    assertTrue(!second.contains("Q3"), second);
    assertTrue(!trace.rows().get(2).content().orElseThrow().contains("response"));
    assertEquals(OptionalInt.of(2), trace.rows().get(2).request().conversation().turn());
  }

  @Test
  void aDocumentOverSeveralLinesIsReadToItsEnd() throws IOException {
    Ingested one = ingest("d.json", SHARE_GPT.replace(",", ",\n  "));
    assertEquals(3, one.summary().accepted());
    Ingested more =
        ingest("d.json", "[\n" + SHARE_GPT + "\n]\n" + SHARE_GPT.replace("d1", "d2") + " nonsense");
    assertEquals(6, more.summary().accepted());
    assertEquals(1, more.summary().rejected());
  }

  @Test
  void aDatasetHasNoClockAndSaysSo() throws IOException {
    Ingested trace = ingest("d.json", "[" + SHARE_GPT + "]");
    assertTrue(Stream.of(trace.arrivals()).allMatch(a -> a[0] == 0 && a[2] == 0));
    assertTrue(
        trace.header().clock().findings().stream()
            .anyMatch(f -> f.startsWith("a dataset has no times")));
    assertEquals(Optional.empty(), trace.header().startTime());
  }

  @Test
  void aConversationWithAnUnknownSenderIsRejectedAsAWhole() throws IOException {
    Ingested trace =
        ingest(
            "d.json",
            "["
                + SHARE_GPT
                + ","
                + SHARE_GPT.replace("'from':'human','value':'Q2'", "'from':'alien','value':'Q2'")
                + ",{'id':'d3','conversations':[]}]");
    assertEquals(3, trace.summary().accepted());
    assertEquals(1, trace.summary().rejected());
    assertEquals(1, trace.summary().skippedRows());
  }

  @Test
  void anAlpacaInputFollowsItsInstruction() throws IOException {
    Ingested trace =
        ingest(
            "a.json",
            "[{'instruction':'Sum up.','input':'Long text.','output':'Short.'},"
                + "{'instruction':'Say hi.','input':'','output':'hi'}]");
    assertEquals("alpaca", trace.format());
    assertTrue(trace.rows().get(0).content().orElseThrow().contains("Sum up.\\n\\nLong text."));
    assertTrue(trace.rows().get(1).content().orElseThrow().contains("\"Say hi.\""));
  }

  @Test
  void messagesWithoutATimeAreADatasetAndWithOneAnUnknownLog() throws IOException {
    String messages =
        "'messages':[{'role':'system','content':'S'},{'role':'user','content':'Q'},"
            + "{'role':'assistant','content':'A'}],'tools':[{'type':'function'}]";
    Ingested trace = ingest("m.jsonl", "{" + messages + "}\n");
    assertEquals("openai-messages", trace.format());
    assertEquals(1, trace.rows().size());
    assertTrue(trace.rows().get(0).content().orElseThrow().contains("\"tools\""));
    assertThrows(
        InputException.class, () -> ingest("n.jsonl", "{'created_at':'x'," + messages + "}\n"));
  }

  @ParameterizedTest
  @CsvSource({"miniswe, 76", "taubench, 471"})
  void agentRunsAreRequestsPutInOrderOfTheirTime(String agents, int calls) throws IOException {
    List<Path> runs;
    try (Stream<Path> files = Files.list(SharedData.require("lmcache_agent/" + agents))) {
      runs = files.filter(f -> f.toFile().length() > 0).sorted().toList();
    }
    Ingested trace = Ingested.of(folder, runs.toArray(Path[]::new));
    assertEquals("lmcache-agent", trace.format());
    assertEquals(calls, trace.rows().size());
    long[] arrivals = trace.arrivals();
    for (int i = 1; i < arrivals.length; i++) {
      assertTrue(arrivals[i] >= arrivals[i - 1]);
    }
    assertTrue(trace.rows().stream().noneMatch(r -> r.request().tokens().lengthsKnown()));
  }

  @Test
  void aTokenizerGivesAnAgentRunItsLengths() throws IOException {
    try (Tokenizer sample =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      Path log =
          Files.writeString(
              folder.resolve("a.jsonl"),
              "{\"timestamp\": 1760428242722568, \"input\": \"the invoice\", \"output\": \"paid\","
                  + " \"session_id\": \"s\"}\n");
      TraceRow row = Ingested.of(folder, Optional.of(sample), List.of(log)).rows().get(0);
      assertTrue(row.request().tokens().lengthsKnown());
      assertEquals(OptionalInt.of(sample.count("paid")), row.request().tokens().output());
    }
  }
}
