package dev.facsimile.cli;

import dev.facsimile.anonymize.Anonymizer;
import dev.facsimile.anonymize.GateMissedException;
import dev.facsimile.anonymize.Release;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize}. */
@Command(
    name = "anonymize",
    description = {
      "Turn a raw trace into one without text, raw ids and absolute time, under a policy, and write"
          + " a manifest beside it.",
      ""
    },
    subcommands = {
      AnonymizePlanCommand.class,
      AnonymizeDryRunCommand.class,
      AnonymizeScanCommand.class
    })
final class AnonymizeCommand extends HelpfulCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "TRACE",
      description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "What may be released and in what form; see samples/policies/demo.yaml.")
  private Path policyFile;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TRACE",
      description = "The trace to write, such as approved.trace.parquet.")
  private Path output;

  @Override
  public Integer call() throws Exception {
    // Not marked as required, since the subcommands do without them.
    if (trace == null || policyFile == null || output == null) {
      throw mistake("expected TRACE --policy YAML -o TRACE, or a command: plan, dry-run, scan");
    }
    Policy policy = PolicyFile.read(policyFile);
    Anonymizer anonymizer = new Anonymizer(KeySource.ephemeral(), Clock.systemDefaultZone());
    Release release;
    try (ProgressLine progress = new ProgressLine(err(), "anonymize", "rows")) {
      release = anonymizer.anonymize(TraceFile.open(trace), policy, output, progress);
    } catch (GateMissedException missed) {
      new RiskText(out(), missed.risk()).print();
      missed.gate().misses().forEach(miss -> err().println("facsimile: " + miss));
      err().println("facsimile: " + output + " was not written");
      return Exit.BOUND_MISSED;
    }
    print(release, policy);
    return Exit.DONE;
  }

  private void print(Release release, Policy policy) {
    line(
        "%s: %,d rows under policy %s version %d (%s), unit %s (%,d), k = %d",
        output,
        release.manifest().rows(),
        policy.reference().id(),
        policy.reference().version(),
        policy.profile().word(),
        release.principal().word(),
        release.units(),
        policy.k());
    line("kept        %s", String.join(", ", release.kept()));
    line("dropped     %s", listed(release.dropped(), " values"));
    line(
        "suppressed  %s (values of too few units, or not well known)",
        listed(counts(release, "suppressed."), ""));
    line("replaced    %s", listed(counts(release, "replaced."), " ids"));
    printBlocks(release);
    count(release, "parents.dangling", "dropped     %,d parents that are no request of this trace");
    count(release, "requests.repeated_ids", "note        %,d requests repeat another's id");
    new RiskText(out(), release.risk()).print();
    release.doubts().forEach(doubt -> line("doubt       %s", doubt));
    line(
        "approval    %s%s",
        release.manifest().notes().get(0),
        release.manifest().expires().map(day -> "; expires after " + day).orElse(""));
    line("manifest    %s", release.manifestPath());
  }

  private void printBlocks(Release release) {
    release
        .figures()
        .prefixHits()
        .ifPresent(
            hits ->
                line(
                    "blocks      %,d partial last ones dropped; prefix hit of full blocks %.2f %%, %.2f %% before%s",
                    of(release, "blocks.partial_dropped"),
                    100 * hits.after(),
                    100 * hits.before(),
                    release.principal() == Principal.SINGLE_OWNER ? "" : shared(release)));
  }

  private static String shared(Release release) {
    return String.format(
        Locale.ROOT,
        "; %,d of at least k %ss keep one id, %,d of fewer got one for each",
        of(release, "blocks.shared_by_k_units"),
        release.principal().word(),
        of(release, "blocks.separated_below_k"));
  }

  private void count(Release release, String name, String format) {
    if (of(release, name) > 0) {
      line(format, of(release, name));
    }
  }

  private static long of(Release release, String name) {
    return release.manifest().counts().getOrDefault(name, 0L);
  }

  /** The counts whose names start with {@code group}, by the rest of their names. */
  private static Map<String, Long> counts(Release release, String group) {
    return release.manifest().counts().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(group))
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().substring(group.length()), Map.Entry::getValue));
  }

  private static String listed(Map<String, Long> counts, String what) {
    return counts.isEmpty()
        ? "nothing"
        : counts.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> String.format(Locale.ROOT, "%s %,d%s", e.getKey(), e.getValue(), what))
            .collect(Collectors.joining(", "));
  }

  private void line(String format, Object... values) {
    out().println(String.format(Locale.ROOT, format, values));
  }
}
