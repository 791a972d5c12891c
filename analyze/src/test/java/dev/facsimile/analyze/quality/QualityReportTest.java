package dev.facsimile.analyze.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.run.Runs;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QualityReportTest {
  @TempDir private Path scratch;

  private RunFolder run(String name, String... answers) throws IOException {
    RunFolder run = Runs.write(scratch.resolve(name), List.of(Runs.completed(0, 0, 100, 5)));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < answers.length; i++) {
      if (!answers[i].isEmpty()) {
        lines.append("{\"request_id\":\"r%d\",\"content\":\"%s\"}%n".formatted(i, answers[i]));
      }
    }
    Files.writeString(run.path().resolve("responses.jsonl"), lines);
    return run;
  }

  private Path items(String... lines) throws IOException {
    return Files.writeString(scratch.resolve("items.jsonl"), String.join("\n", lines));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "The answer is B., true",
        "B, true",
        "(B) because, true",
        "Answer: **B**, true",
        "A would be wrong. The answer is (b), true",
        "\\boxed{B}, true",
        "\\boxed{\\text{B}}, true",
        "The answer is Bananas, false",
        "C, false",
        "I do not know, false"
      })
  void aChoiceIsFoundWhereModelsWriteIt(String answer, boolean right) {
    assertEquals(Optional.of(right), new Expected.Choice('B').isRight(answer), answer);
  }

  @Test
  void numbersPatternsAndTextsAreScored() {
    assertEquals(
        Optional.of(true), new Expected.Number(1234, 1e-6).isRight("12 times 3 … so 1,234."));
    assertEquals(Optional.of(true), new Expected.Number(0.5, 0.01).isRight("\\boxed{0.505}"));
    assertEquals(Optional.of(false), new Expected.Number(5, 1e-6).isRight("none"));
    assertEquals(Optional.of(true), new Expected.Exact("New  York").isRight(" new york\n"));
    assertEquals(Optional.of(false), new Expected.Exact("Paris").isRight("Paris, France"));
  }

  @Test
  void anItemWithoutAnAnswerIsWrongAndGroupsAddUp() throws IOException {
    Path items =
        items(
            "{\"request_id\":\"r0\",\"kind\":\"choice\",\"expected\":\"A\",\"group\":\"law\"}",
            "{\"request_id\":\"r1\",\"kind\":\"number\",\"expected\":42,\"group\":\"maths\"}",
            "{\"request_id\":\"r2\",\"kind\":\"regex\",\"expected\":\"fo+\",\"group\":\"maths\"}");
    QualityReport report =
        QualityReport.of(List.of(run("one", "A", "41", "")), items, Optional.empty());
    QualityReport.RunScore score = report.runs().get(0);
    assertEquals(3, score.all().items());
    assertEquals(1, score.all().right());
    assertEquals(1, score.all().unanswered());
    assertEquals(1, score.groups().get("law").right());
    assertEquals(0, score.groups().get("maths").right());
    // Wilson's interval of 1 in 3.
    assertEquals(0.0615, score.all().low(), 5e-4);
    assertEquals(0.7923, score.all().high(), 5e-4);
  }

  @Test
  void aFasterServerThatGotWorseIsSeen() throws IOException {
    String[] lines = new String[40];
    String[] good = new String[40];
    String[] worse = new String[40];
    for (int i = 0; i < 40; i++) {
      lines[i] = "{\"request_id\":\"r%d\",\"kind\":\"choice\",\"expected\":\"A\"}".formatted(i);
      good[i] = i < 36 ? "A" : "B";
      worse[i] = i < 26 ? "A" : "B";
    }
    QualityReport report =
        QualityReport.of(
            List.of(run("base", good), run("quantized", worse)), items(lines), Optional.empty());
    assertEquals(10, report.changes().get(0).lost());
    // Ten to nothing: 2 ÷ 2^10.
    assertEquals(2 / 1024.0, report.changes().get(0).probability(), 1e-9);
    assertTrue(report.someWorse());
    assertTrue(QualityText.page(report).contains("✗ worse"));
    QualityReport same =
        QualityReport.of(List.of(run("x", good), run("y", good)), items(lines), Optional.empty());
    assertFalse(same.someWorse());
  }

  @Test
  void codeTasksGoToTheUsersScorerAndAreRefusedWithoutOne() throws IOException {
    Path items = items("{\"request_id\":\"r0\",\"kind\":\"code\",\"expected\":\"assert f(1)==2\"}");
    RunFolder run = run("one", "def f(x): return x+1");
    assertThrows(
        InputException.class, () -> QualityReport.of(List.of(run), items, Optional.empty()));
    QualityReport report =
        QualityReport.of(
            List.of(run),
            items,
            Optional.of(
                tasks ->
                    tasks.stream()
                        .map(t -> t.content().contains("x+1") && t.expected().contains("f(1)==2"))
                        .toList()));
    assertEquals(1, report.runs().get(0).all().right());
  }

  @Test
  void mistakesInItemsAreNamedWithTheirLine() throws IOException {
    RunFolder run = run("one", "A");
    Path items =
        items(
            "{\"request_id\":\"r0\",\"kind\":\"choice\",\"expected\":\"A\"}",
            "{\"request_id\":\"r1\",\"kind\":\"chioce\",\"expected\":\"A\"}");
    String message =
        assertThrows(
                InputException.class, () -> QualityReport.of(List.of(run), items, Optional.empty()))
            .getMessage();
    assertTrue(message.contains("line 2") && message.contains("chioce"), message);
  }
}
