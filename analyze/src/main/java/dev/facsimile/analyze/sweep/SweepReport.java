package dev.facsimile.analyze.sweep;

import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * One sweep, or two of different stacks; as JSON, the document that {@code analyze sweep --json}
 * writes.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the document's layout
 * @param methodVersion version of the definitions that the figures follow
 * @param toolVersion version of Facsimile that wrote it
 * @param objectives what a request has to meet
 * @param share of the offered requests that have to meet them at an operating point
 * @param stacks one or two
 * @param findings what a reader should know
 */
public record SweepReport(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    Objectives objectives,
    double share,
    List<Stack> stacks,
    List<String> findings) {
  /** What its JSON document calls itself. */
  public static final String FORMAT = "facsimile-sweep-report";

  /** The version of its JSON document. */
  public static final int VERSION = 1;

  /** A sweep without others beside it yet. */
  public static SweepReport of(
      Objectives objectives, double share, String name, List<RunAnalysis> runs) {
    return new SweepReport(
        FORMAT,
        VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        objectives,
        share,
        List.of(Stack.of(name, runs, share)),
        findings(runs));
  }

  /** The same with another stack beside it. */
  public SweepReport with(String name, List<RunAnalysis> runs) {
    List<Stack> both = new ArrayList<>(stacks);
    both.add(Stack.of(name, runs, share));
    List<String> all = new ArrayList<>(findings);
    all.addAll(findings(runs));
    if (both.get(0).byClients() != both.get(1).byClients()) {
      all.add("One sweep is of rates, the other of clients: their loads are not on one axis.");
    }
    return new SweepReport(
        format, formatVersion, methodVersion, toolVersion, objectives, share, both, all);
  }

  private static List<String> findings(List<RunAnalysis> runs) {
    List<String> findings = new ArrayList<>();
    for (RunAnalysis run : runs) {
      if (run.verdict() != RunManifest.Verdict.VALID) {
        findings.add("The client of " + run.name() + " was " + run.verdict().word() + ".");
      }
    }
    return findings;
  }
}
