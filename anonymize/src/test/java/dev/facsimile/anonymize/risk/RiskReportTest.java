package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.facsimile.anonymize.risk.Measured.Row;
import dev.facsimile.trace.file.Json;
import org.junit.jupiter.api.Test;

class RiskReportTest {
  private static RiskReport twoTenants() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < 400; i++) {
      rows.add(i % 2, new Row().at(i).tokens(i % 7, 3).model("secret-model-" + i % 3));
    }
    return rows.report();
  }

  @Test
  void everyFigureHasAPathThatAManifestCanSign() {
    RiskReport report = twoTenants();
    assertEquals(0.5, report.figures().get("prosecutor.after.max"));
    assertTrue(report.figures().containsKey("linkability.gain.high"));
    assertTrue(
        report.figures().containsKey("unicity.0.after.curve.4.singled_out.value"),
        report.figures().toString());
  }

  @Test
  void noValueOfAnyRowIsInTheReport() {
    String json = Json.line(twoTenants());
    assertFalse(json.contains("secret-model"), json);
    assertFalse(json.contains("team-"), json);
  }

  @Test
  void theSameRowsGiveTheSameReport() throws JsonProcessingException {
    assertEquals(Json.line(twoTenants()), Json.line(twoTenants()));
    assertEquals(400, Json.tree(Json.line(twoTenants())).path("rows").asInt());
  }
}
