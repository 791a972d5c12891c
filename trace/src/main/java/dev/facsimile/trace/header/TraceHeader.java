package dev.facsimile.trace.header;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header of a trace file.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the file's layout, at most {@link #VERSION}
 * @param toolVersion version of Facsimile that wrote it
 * @param stage raw, or through anonymize
 * @param rows number of rows
 * @param startTime absolute time of arrival 0 as ISO-8601 UTC; anonymize removes it
 * @param logFormats names of the log formats it came from
 * @param inputTokenRule how the source counts input tokens and what was done about cached ones
 * @param sessions logged, reconstructed or none
 * @param blocks how prefix blocks are cut; absent when there are none
 * @param clock what was found out about the clock
 * @param releaseId id of the release, given by anonymize
 * @param provenance the steps that made it
 * @param turnLengths whether input lengths of later turns count the whole conversation; absent when
 *     no turn follows another, and in traces of earlier versions
 */
public record TraceHeader(
    String format,
    int formatVersion,
    String toolVersion,
    Stage stage,
    long rows,
    Optional<String> startTime,
    List<String> logFormats,
    String inputTokenRule,
    Sessions sessions,
    Optional<BlockScheme> blocks,
    ClockFacts clock,
    Optional<String> releaseId,
    Provenance provenance,
    Optional<TurnLengths> turnLengths) {

  public static final String FORMAT = "facsimile-trace";
  public static final int VERSION = 1;

  /** A header that says nothing of turns. */
  public TraceHeader(
      String format,
      int formatVersion,
      String toolVersion,
      Stage stage,
      long rows,
      Optional<String> startTime,
      List<String> logFormats,
      String inputTokenRule,
      Sessions sessions,
      Optional<BlockScheme> blocks,
      ClockFacts clock,
      Optional<String> releaseId,
      Provenance provenance) {
    this(
        format,
        formatVersion,
        toolVersion,
        stage,
        rows,
        startTime,
        logFormats,
        inputTokenRule,
        sessions,
        blocks,
        clock,
        releaseId,
        provenance,
        Optional.empty());
  }

  /** How far a trace has come. */
  public enum Stage {
    RAW,
    ANONYMIZED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where session ids come from. */
  public enum Sessions {
    LOGGED,
    RECONSTRUCTED,
    NONE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
