package dev.facsimile.synth.export;

import java.util.List;
import java.util.Optional;

/** Every export format, on one screen. */
public final class ExportFormats {
  public static final List<ExportFormat> ALL =
      List.of(new AiPerf(), new VllmTimedTrace(), new SglangMooncake(), new AzureCsv());

  private ExportFormats() {}

  /** The format of that name. */
  public static Optional<ExportFormat> of(String name) {
    return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  /** All names, for messages. */
  public static List<String> names() {
    return ALL.stream().map(ExportFormat::name).toList();
  }
}
