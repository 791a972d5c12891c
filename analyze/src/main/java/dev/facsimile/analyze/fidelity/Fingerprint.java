package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.ToolVersion;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What a report's figures depend on besides the two sides themselves.
 *
 * @param toolVersion version of Facsimile that judged
 * @param splitSeed seed of the random splits
 * @param splits how many splits
 * @param rowsPerSide requests a side in each of them
 * @param latticeNanos the clock that both sides were put on, if the source has a coarse one
 * @param modelSha256 of the model that the other side was generated from
 * @param generatorSeed the seed that it was generated with
 * @param blockTokens tokens in a prefix block of the source
 * @param largestNoiseRatioOfGrade thresholds of the grades; F is whatever is worse
 */
record Fingerprint(
    String toolVersion,
    long splitSeed,
    int splits,
    int rowsPerSide,
    OptionalLong latticeNanos,
    Optional<String> modelSha256,
    Optional<Long> generatorSeed,
    OptionalInt blockTokens,
    Map<String, Double> largestNoiseRatioOfGrade) {

  static Fingerprint of(FidelityReport report) {
    Map<String, Double> thresholds = new TreeMap<>();
    for (Grade grade : Grade.values()) {
      if (Double.isFinite(grade.mostNoiseRatio())) {
        thresholds.put(grade.name(), grade.mostNoiseRatio());
      }
    }
    return new Fingerprint(
        ToolVersion.CURRENT,
        report.seed(),
        Splits.COUNT,
        report.rowsPerSide(),
        report.latticeNanos(),
        report.other().modelSha256(),
        report.other().seed(),
        report.source().blocks().isPresent()
            ? OptionalInt.of(report.source().blocks().get().blockTokens())
            : OptionalInt.empty(),
        thresholds);
  }

  /** It in one line. */
  String text() {
    StringBuilder text = new StringBuilder("facsimile " + toolVersion);
    modelSha256.ifPresent(
        sha -> text.append(", model ").append(sha, 0, Math.min(12, sha.length())));
    generatorSeed.ifPresent(seed -> text.append(", generated with seed ").append(seed));
    text.append(", lattice ")
        .append(latticeNanos.isPresent() ? BurstScales.text(latticeNanos.getAsLong()) : "none");
    blockTokens.ifPresent(tokens -> text.append(", blocks of ").append(tokens).append(" tokens"));
    text.append(", ");
    if (rowsPerSide == 0) {
      text.append("too small to be split");
    } else {
      text.append(splits).append(" splits of ").append(rowsPerSide).append(" requests a side");
    }
    text.append(", split seed ").append(splitSeed);
    text.append(", grades");
    largestNoiseRatioOfGrade.forEach(
        (grade, most) -> text.append(' ').append(grade).append(" R<=").append(trim(most)));
    return text.toString();
  }

  private static String trim(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
