package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SurrogateTextTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "qwen3, miniswe, false",
    "qwen3, taubench, true",
    "phi-2, miniswe, false",
    "phi-2, taubench, true",
    "phi-3-mini, taubench, true",
    "bert-base-uncased, taubench, true",
    "t5-small, taubench, true"
  })
  void countsOfEveryMessageAndHitsOfEveryPromptStay(String name, String runs, boolean asMessages)
      throws IOException {
    Path tokenizer = SharedData.require("tokenizers/" + name + "/tokenizer.json");
    List<TraceRow> rows = TextReleases.agentRuns(runs, asMessages, 8);
    Release release = TextReleases.release(folder, rows, TextReleases.POLICY, tokenizer);
    TextCounts counts = release.text().orElseThrow();
    List<TraceRow> released = RawTrace.read(release.trace());
    TextReleases.Counted before = TextReleases.count(rows, tokenizer, 16);
    TextReleases.Counted after = TextReleases.count(released, tokenizer, 16);
    assertEquals(before.messages(), after.messages());
    assertEquals(before.prompts(), after.prompts());
    assertEquals(before.hitBlocks(), after.hitBlocks());
    assertEquals(0, counts.hitsMoved());
    assertEquals(before.prompts().size(), counts.prompts());
  }
}
