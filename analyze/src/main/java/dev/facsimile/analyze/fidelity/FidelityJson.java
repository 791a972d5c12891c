package dev.facsimile.analyze.fidelity;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.ApprovalReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A fidelity report as JSON, for machines.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the layout
 * @param grade of the worst judged axis; null when none was judged
 * @param source what was taken as true
 * @param other what was compared with it
 * @param axes one entry an axis, in the order of the page
 * @param meantToDiffer axes that are shown but not graded, because what was declared makes them
 *     differ
 * @param target what was declared, and how it was taken; how a hold-out was made
 * @param fingerprint what the figures depend on
 */
public record FidelityJson(
    String format,
    int formatVersion,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Grade> grade,
    SideJson source,
    SideJson other,
    List<AxisJson> axes,
    List<AxisId> meantToDiffer,
    List<String> target,
    Fingerprint fingerprint) {

  public static final String FORMAT = "facsimile-fidelity-report";
  public static final int VERSION = 1;

  /** One side; hit shares where its requests have prefix blocks. */
  record SideJson(
      String name,
      String kind,
      long rows,
      long leftOut,
      double durationSeconds,
      double ratePerSecond,
      long sessions,
      List<String> classes,
      boolean synthetic,
      boolean unapproved,
      Optional<ApprovalReference> approval,
      List<String> declaredChanges,
      List<String> notReproduced,
      boolean sessionsReconstructed,
      Optional<HitsJson> prefixHits) {

    boolean run() {
      return kind.equals(Side.Kind.RUN.word());
    }

    static SideJson of(Side side) {
      return new SideJson(
          side.name(),
          side.kind().word(),
          side.requests(),
          side.leftOut(),
          side.spanNanos() / 1e9,
          side.ratePerSecond(),
          side.sessions(),
          side.traffic().classNames(),
          side.synthetic(),
          side.unapproved(),
          side.approval(),
          side.declaredChanges(),
          side.notReproduced(),
          side.sessionsReconstructed(),
          side.prefixHits().map(HitsJson::of));
    }
  }

  /** Prefix hits in an infinite cache by blocks, by tokens and as a mean over requests. */
  record HitsJson(double blockShare, double tokenShare, double requestMean) {
    static HitsJson of(HitShares hits) {
      return new HitsJson(hits.blockShare(), hits.tokenShare(), hits.requestMean());
    }
  }

  /** One axis; every key is always there, null where it has nothing to say. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  record AxisJson(
      AxisId id,
      String status,
      Optional<String> reason,
      OptionalDouble effect,
      Optional<String> unit,
      OptionalDouble noiseRatio,
      OptionalDouble nStar,
      Optional<DetailJson> detail) {

    static AxisJson of(AxisResult result) {
      if (result instanceof AxisResult.NotJudged not) {
        return new AxisJson(
            not.id(),
            "not-judged",
            Optional.of(not.reason()),
            OptionalDouble.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty());
      }
      AxisResult.Judged judged = (AxisResult.Judged) result;
      return new AxisJson(
          judged.id(),
          "judged",
          Optional.empty(),
          OptionalDouble.of(judged.effect()),
          Optional.of(judged.unit()),
          OptionalDouble.of(judged.noiseRatio()),
          judged.nStar(),
          Optional.of(
              new DetailJson(
                  judged.grade(),
                  judged.negligible(),
                  judged.summary(),
                  judged.parts(),
                  judged.notes())));
    }

    /** What the axis found. */
    AxisResult result() {
      return detail.isEmpty()
          ? new AxisResult.NotJudged(id, reason.orElse(""))
          : new AxisResult.Judged(
              id,
              effect.orElse(0),
              unit.orElse(""),
              noiseRatio.orElse(0),
              nStar,
              detail.get().effectNegligible(),
              detail.get().summary(),
              detail.get().parts(),
              detail.get().notes());
    }
  }

  /** What stands behind the figures of an axis. */
  record DetailJson(
      Grade grade,
      boolean effectNegligible,
      String summary,
      List<AxisResult.Part> parts,
      List<String> notes) {}

  /**
   * The report in a file.
   *
   * @throws InputException if it is none, or of a newer version
   */
  public static FidelityJson read(Path file) throws IOException {
    return Json.document(file, FORMAT, VERSION, FidelityJson.class);
  }

  /** What the axis found, if it is in this report. */
  Optional<AxisResult> axis(AxisId id) {
    return axes.stream().filter(axis -> axis.id() == id).map(AxisJson::result).findFirst();
  }

  /** The JSON of a report. */
  public static FidelityJson of(FidelityReport report) {
    return new FidelityJson(
        FORMAT,
        VERSION,
        report.grade(),
        SideJson.of(report.source()),
        SideJson.of(report.other()),
        report.axes().stream().map(AxisJson::of).toList(),
        report.meantToDiffer().stream().sorted().toList(),
        report.targetSentences(),
        Fingerprint.of(report));
  }
}
