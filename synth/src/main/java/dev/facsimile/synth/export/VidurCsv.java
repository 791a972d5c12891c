package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The trace of the simulator Vidur, CSV: arrivals in seconds and both lengths. */
final class VidurCsv implements ExportFormat {
  @Override
  public String name() {
    return "vidur";
  }

  @Override
  public String description() {
    return "Vidur, request generator trace_replay";
  }

  @Override
  public Set<Field> carries() {
    return Set.of();
  }

  @Override
  public List<String> notes(ExportContext context) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Vidur shortens prompts that are longer than its max_tokens with their answer; set it to"
            + " the longest.");
    notes.add("Times are in seconds with up to nine digits.");
    context.frameNote().ifPresent(notes::add);
    return notes;
  }

  @Override
  public Lines lines(ExportContext context) {
    return new LineOfRow() {
      @Override
      public Optional<String> head() {
        return Optional.of("arrived_at,num_prefill_tokens,num_decode_tokens");
      }

      @Override
      public String line(WorkloadRow row) {
        return Decimal.seconds(row.request().arrivalNanos())
            + ","
            + Math.max(1, row.inputTokens() - context.frameTokens())
            + ","
            + row.outputTokens();
      }
    };
  }
}
