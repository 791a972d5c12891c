package dev.facsimile.ingest.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Files that lie beside known logs and are none themselves: each is recognised so that it can be
 * refused with a sentence that says what it is and where it belongs.
 *
 * @param is whether a sample is of such a file
 * @param sentence what is said of it, after the file's name
 */
public record NotALog(Predicate<Sample> is, String sentence) {
  private static final String NUMBER = "-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?";
  private static final String SERVEGEN =
      "is ServeGen's statistics of a client, which hold no request: a model's input for synth"
          + " (`facsimile synth fit FOLDER`), not a log for ingest";

  private static final List<NotALog> ALL =
      List.of(
          new NotALog(NotALog::isServeGenWindows, SERVEGEN),
          new NotALog(NotALog::isServeGenLengths, SERVEGEN),
          new NotALog(
              sample -> sample.beginsWith("PAR1"),
              "is a Parquet table: a trace that ingest wrote needs no ingest (inspect shows it); of"
                  + " any other table, say with --mapping (shape: parquet) which column is which"),
          new NotALog(
              sample -> sample.beginsWith("ARROW1"),
              "is an Arrow table: say with --mapping (shape: arrow) which column is which"),
          new NotALog(
              sample ->
                  sample.hasFields("token_length")
                      && List.of("sys_prompt", "passage", "history", "user_input", "web_search")
                          .stream()
                          .anyMatch(component -> sample.hasFields(component + "_id")),
              "is a side table of RAGPulse, the lengths of prompt components: ingest the trace,"
                  + " whose rows have timestamp and hash_ids"),
          new NotALog(
              sample -> sample.csvHeader().containsAll(List.of("t", "running", "kv_cache_pct")),
              "is LLMServingSim's time series of the engine, which holds no request: ingest the"
                  + " file of requests beside it"),
          new NotALog(
              sample -> sample.elementHasFields("vllm_version", "engine_kwargs", "num_requests"),
              "is LLMServingSim's description of a run, which holds no request: ingest the file of"
                  + " requests beside it"));

  /** What to say of the file, if it is known to be no log. */
  public static Optional<String> sentence(Sample sample) {
    return ALL.stream().filter(file -> file.is.test(sample)).map(NotALog::sentence).findFirst();
  }

  /**
   * {@code window start, rate, cv, Gamma or Weibull or nothing, shape, scale}, without a header.
   */
  private static boolean isServeGenWindows(Sample sample) {
    List<String> cells = sample.csvHeader();
    return cells.size() == 6
        && List.of("Gamma", "Weibull", "").contains(cells.get(3))
        && cells.get(0).matches(NUMBER)
        && cells.get(1).matches(NUMBER);
  }

  /** An object by window start whose values hold histograms as Python literals in strings. */
  private static boolean isServeGenLengths(Sample sample) {
    return sample
        .firstElement()
        .filter(windows -> windows.size() > 0 && windows.fieldNames().next().matches("\\d+"))
        .map(windows -> windows.elements().next().path("input_tokens"))
        .filter(histogram -> histogram.isTextual() && histogram.textValue().startsWith("{"))
        .isPresent();
  }
}
