package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The CSV of Microsoft's Azure LLM inference traces, which inference-perf and others read. */
final class AzureCsv implements ExportFormat {
  private static final LocalDateTime START = LocalDateTime.of(2024, 1, 1, 0, 0);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  @Override
  public String name() {
    return "azure-csv";
  }

  @Override
  public String description() {
    return "CSV of the Azure LLM inference traces";
  }

  @Override
  public Set<Field> carries() {
    return Set.of();
  }

  @Override
  public List<String> notes(Optional<BlockScheme> blocks) {
    return List.of(
        "Times are cut to microseconds and counted from 2024-01-01 00:00:00, because the format has"
            + " wall-clock times.");
  }

  @Override
  public Lines lines(Optional<BlockScheme> blocks) {
    return new Lines() {
      @Override
      public Optional<String> head() {
        return Optional.of("TIMESTAMP,ContextTokens,GeneratedTokens");
      }

      @Override
      public String line(WorkloadRow row) {
        return TIME.format(START.plusNanos(row.request().arrivalNanos()))
            + ","
            + row.inputTokens()
            + ","
            + row.outputTokens();
      }
    };
  }
}
