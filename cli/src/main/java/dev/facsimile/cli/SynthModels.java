package dev.facsimile.cli;

import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;

/** Models, fitted ones and those that a scenario tells. */
final class SynthModels {
  private SynthModels() {}

  /** The model of a model file or of a scenario. */
  static TrafficModel read(Path file) throws IOException {
    return ScenarioFile.looksLike(file) ? ScenarioFile.model(file) : TrafficModel.read(file);
  }
}
