package dev.facsimile.synth.export;

import java.util.List;
import java.util.Optional;

/** Every export format, on one screen. */
public final class ExportFormats {
  public static final List<ExportFormat> ALL =
      List.of(
          MooncakeLike.aiPerf(), //
          new AiPerfMultiTurn(),
          TextLines.vllmCustom(),
          MooncakeLike.vllmTimedTrace(),
          MooncakeLike.guideLlm(),
          WallClockCsv.inferencePerf(),
          MooncakeLike.sglang(),
          MooncakeLike.dynamo(),
          new VidurCsv(),
          WallClockCsv.azure(),
          TextLines.openAiBatch());

  private ExportFormats() {}

  /** The format of that name. */
  public static Optional<ExportFormat> of(String name) {
    return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  /**
   * The format of that name where texts can be written: of two of the same name, that with them.
   */
  public static Optional<ExportFormat> withTexts(String name) {
    return name.equals("guidellm") ? Optional.of(TextLines.guideLlm()) : of(name);
  }

  /** All names, for messages. */
  public static List<String> names() {
    return ALL.stream().map(ExportFormat::name).toList();
  }
}
