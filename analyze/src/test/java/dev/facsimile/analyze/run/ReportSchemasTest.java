package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.analyze.compare.RunComparison;
import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.gate.Gate;
import dev.facsimile.analyze.gate.GateReport;
import dev.facsimile.analyze.history.Entry;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.peer.PeerFormats;
import dev.facsimile.analyze.sweep.SweepReport;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SchemaCheck;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every document is what its published schema says. */
class ReportSchemasTest {
  @TempDir private Path scratch;

  private static List<String> faults(String schema, Object document) throws IOException {
    Path file = Path.of("../docs/reference/schemas/" + schema + ".schema.json");
    return SchemaCheck.faults(Json.tree(Files.readString(file)), Json.toTree(document));
  }

  private RunAnalysis synthetic(String name, int requests) throws IOException {
    return RunAnalysis.of(
        RunSource.of(
            RunFixture.write(scratch.resolve(name), SyntheticOutcomes.of(requests, requests, 40))),
        ReportOptions.DEFAULT,
        Progress.SILENT);
  }

  @Test
  void theRunReport() throws IOException {
    RunAnalysis run = synthetic("run", 4000);
    assertEquals(List.of(), faults("run-report", run.report()));
    assertEquals(List.of(), faults("run-report", synthetic("small", 5).report()));
    JsonNode broken = Json.toTree(run.report());
    ((ObjectNode) broken.get("counts")).put("offered", "many");
    ((ObjectNode) broken).put("score", 0.9);
    assertEquals(2, faults("run-report", broken).size());
  }

  @Test
  void theRunReportOfAnotherToolsRun() throws IOException {
    Path file =
        Files.writeString(
            scratch.resolve("r.json"),
            "{\"request_throughput\": 1, \"model_id\": \"m\", \"start_times\": [1], \"ttfts\": [1],"
                + " \"itls\": [[1]], \"input_lens\": [1], \"output_lens\": [2], \"errors\":"
                + " [\"\"]}");
    RunAnalysis run =
        RunAnalysis.of(PeerFormats.read(file).get(0), ReportOptions.DEFAULT, Progress.SILENT);
    assertEquals(List.of(), faults("run-report", run.report()));
  }

  @Test
  void comparisonGateSweepAndHistory() throws IOException {
    RunAnalysis one = synthetic("one", 3000);
    RunAnalysis two = synthetic("two", 3000);
    RunSet base = new RunSet("base", List.of(one));
    assertEquals(
        List.of(),
        faults(
            "run-comparison",
            RunComparison.of(base, new RunSet("b", List.of(two)), Optional.empty())));
    Gate gate = Gate.read(Path.of("../samples/gates/release.yaml"));
    assertEquals(List.of(), faults("gate-report", GateReport.of(gate, base, Optional.of(base))));
    assertEquals(
        List.of(),
        faults("sweep-report", SweepReport.of(Objectives.DEFAULT, 0.5, "a", List.of(one, two))));
    Entry entry = Entry.of(one, Map.of("commit", "1"));
    assertEquals(List.of(), faults("history-entry", entry));
    assertFalse(entry.figures().isEmpty());
  }
}
