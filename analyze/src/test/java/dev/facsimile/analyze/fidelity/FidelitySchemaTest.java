package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SchemaCheck;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FidelitySchemaTest {
  private static final Path DOCS = Path.of("../docs/reference");

  @Test
  void aReportWithEveryAxisIsWhatTheSchemaSays() throws IOException {
    List<Request> code = RealTraces.azureCode();
    JsonNode report =
        Json.toTree(
            FidelityJson.of(
                FidelityReport.of(
                    Defects.side(code),
                    Defects.side(Defects.noisyInputs(code)),
                    FidelityAxes.ids(),
                    1)));

    assertEquals(List.of(), SchemaCheck.faults(schema(), report));
    assertTrue(report.path("axes").toString().contains("\"not-judged\""), "both kinds are there");
  }

  @Test
  void theCheckFindsWhatIsWrong() throws IOException {
    JsonNode report = fixture();
    ((ObjectNode) report.path("axes").get(0)).putNull("noise_ratio");
    ((ObjectNode) report).put("format_version", 2).put("score", 0.97);

    List<String> faults = SchemaCheck.faults(schema(), report);

    assertEquals(3, faults.size(), faults::toString);
  }

  @Test
  void aReportOfTheFirstVersionIsStillWhatTheSchemaSays() throws IOException {
    assertEquals(List.of(), SchemaCheck.faults(schema(), fixture()));
  }

  @Test
  void theAxesHaveTheSameIdsInTheSchemaInTheCodeAndInTheDocumentation() throws IOException {
    List<String> inSchema = new ArrayList<>();
    schema().at("/$defs/axisId/enum").forEach(id -> inSchema.add(id.asText()));
    List<String> inCode = Stream.of(AxisId.values()).map(AxisId::word).toList();
    String page = Files.readString(DOCS.resolve("fidelity.md"));

    assertEquals(inCode, inSchema);
    for (String id : inCode) {
      assertTrue(page.contains("| `" + id + "` |"), "fidelity.md has no row for " + id);
    }
    assertFalse(page.contains("Not built yet"), "fidelity.md names axes as not built");
  }

  @Test
  void everyAxisIsBuilt() {
    assertEquals(List.of(AxisId.values()), FidelityAxes.ids());
  }

  private static JsonNode schema() throws IOException {
    return Json.tree(Files.readString(DOCS.resolve("schemas/fidelity.schema.json")));
  }

  private static JsonNode fixture() throws IOException {
    return Json.tree(
        Files.readString(Path.of("src/test/resources/released/fidelity-report-v1.json")));
  }
}
