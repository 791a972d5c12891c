package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The CSV of Microsoft's Azure LLM inference traces, which inference-perf and others read.
 *
 * @param told what its users must be told beside the clock, one sentence each
 */
record WallClockCsv(String name, String description, List<String> told) implements ExportFormat {
  private static final LocalDateTime START = LocalDateTime.of(2024, 1, 1, 0, 0);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  static WallClockCsv azure() {
    return new WallClockCsv("azure-csv", "CSV of the Azure LLM inference traces", List.of());
  }

  static WallClockCsv inferencePerf() {
    return new WallClockCsv(
        "inference-perf",
        "inference-perf, load type trace_replay",
        List.of(
            "Name it in load.trace with format AzurePublicDataset; inference-perf cuts times to 10"
                + " ms when it reads them.",
            "inference-perf makes up the prompts from their lengths, so no two share a prefix."));
  }

  @Override
  public Set<Field> carries() {
    return Set.of();
  }

  @Override
  public List<String> notes(ExportContext context) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Times are cut to microseconds and counted from 2024-01-01 00:00:00, because the format has"
            + " wall-clock times.");
    notes.addAll(told);
    context.frameNote().ifPresent(notes::add);
    return notes;
  }

  @Override
  public Lines lines(ExportContext context) {
    return new LineOfRow() {
      @Override
      public Optional<String> head() {
        return Optional.of("TIMESTAMP,ContextTokens,GeneratedTokens");
      }

      @Override
      public String line(WorkloadRow row) {
        return TIME.format(START.plusNanos(row.request().arrivalNanos()))
            + ","
            + Math.max(1, row.inputTokens() - context.frameTokens())
            + ","
            + row.outputTokens();
      }
    };
  }
}
