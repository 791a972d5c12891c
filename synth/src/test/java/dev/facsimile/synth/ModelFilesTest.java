package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.privacy.PrivateFit;
import dev.facsimile.synth.scenario.ScenarioFile;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SchemaCheck;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published schema, and the models in {@code samples/models}. */
class ModelFilesTest {
  private static final Path SCHEMA = Path.of("../docs/reference/schemas/model.schema.json");
  private static final Path SAMPLES = Path.of("../samples/models");
  private static final Path MIX = Path.of("../samples/scenarios/mix.yaml");
  private static final long LARGEST_SAMPLE = 256 * 1024;

  @TempDir private Path folder;

  @Test
  void modelsOfEveryOriginAreWhatTheSchemaSays() throws IOException {
    TraceFile trace = TwoClassTraffic.trace(folder);
    List<TrafficModel> models =
        List.of(
            TwoClassTraffic.model(folder),
            new TraceFit(trace, Progress.SILENT, OptionalInt.of(11))
                .fit(Admission.CARRIED)
                .model()
                .attributedTo(List.of("nobody's")),
            new PrivateFit(trace, Progress.SILENT, 2, new SeededStreams(1).stream("secret"))
                .fit(Admission.CARRIED),
            ScenarioFile.model(MIX));

    for (TrafficModel model : models) {
      assertEquals(List.of(), SchemaCheck.faults(schema(), Json.tree(Json.line(model))));
    }
  }

  @Test
  void theSchemaFindsWhatIsWrong() throws IOException {
    ObjectNode model = (ObjectNode) Json.tree(Json.line(ScenarioFile.model(MIX)));
    model.put("format", "another").put("score", 1).remove("grid");

    assertEquals(3, SchemaCheck.faults(schema(), model).size());
  }

  @Test
  void everySampleModelIsSharedAttributedApprovedAndGenerates() throws IOException {
    List<Path> samples;
    try (Stream<Path> files = Files.list(SAMPLES)) {
      samples = files.filter(f -> f.toString().endsWith(".model.json")).sorted().toList();
    }
    assertTrue(samples.size() >= 3, samples::toString);
    String readme = Files.readString(SAMPLES.resolve("README.md"));
    for (Path sample : samples) {
      assertEquals(
          List.of(),
          SchemaCheck.faults(schema(), Json.tree(Files.readString(sample))),
          sample::toString);
      TrafficModel model = TrafficModel.read(sample);
      assertTrue(readme.contains(sample.getFileName().toString()), sample::toString);
      assertTrue(Files.size(sample) <= LARGEST_SAMPLE, sample::toString);
      assertTrue(model.sharing().isPresent(), sample::toString);
      assertFalse(model.attribution().orElseThrow().isEmpty(), sample::toString);
      assertFalse(model.provenance().tainted(), sample::toString);
      List<Request> drawn = new ArrayList<>();
      new Generation(model, 42, model.source().durationNanos())
          .run(
              2,
              Extract.first(500, Long.MAX_VALUE),
              (row, gap) -> drawn.add(row.request()),
              Progress.SILENT);
      assertEquals(500, drawn.size(), sample::toString);
    }
  }

  private static JsonNode schema() throws IOException {
    return Json.tree(Files.readString(SCHEMA));
  }
}
