package dev.facsimile.cli;

import dev.facsimile.anonymize.Anonymizer;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.DryRun;
import dev.facsimile.anonymize.plan.DiffSample.Became;
import dev.facsimile.anonymize.plan.DiffSample.Field;
import dev.facsimile.anonymize.plan.DiffSample.Sampled;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.text.Tokenizer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize dry-run}. */
@Command(
    name = "dry-run",
    description = {
      "Show what a release under a policy would hold, risk and lose, with a few rows of each kind"
          + " before and after as shapes. Writes no trace and shows no value.",
      ""
    })
final class AnonymizeDryRunCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "YAML",
      description = "What may be released and in what form.")
  private Path policyFile;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description = "The tokenizer.json, as for anonymize; needed by a profile with text.")
  private Optional<Path> tokenizerFile;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all of it as JSON, too.")
  private Optional<Path> json;

  @Override
  public Integer call() throws Exception {
    Policy policy = PolicyFile.read(policyFile);
    if (json.isPresent()) {
      requireOutput(json.get(), trace, policyFile);
    }
    Anonymizer anonymizer =
        new Anonymizer(KeySource.ephemeral(), Clock.systemUTC(), System.getProperty("user.name"));
    DryRun run;
    try (Tokenizer tokenizer =
            tokenizerFile.isPresent() ? Tokenizer.load(tokenizerFile.get()) : null;
        ProgressLine progress = new ProgressLine(err(), "dry-run", "rows")) {
      Optional<DeclaredTokenizer> declared =
          tokenizerFile.map(file -> new DeclaredTokenizer(tokenizer, file));
      run = anonymizer.dryRun(TraceFile.open(trace), policy, declared, progress);
    }
    print(run, policy);
    if (json.isPresent()) {
      Json.write(json.get(), run);
    }
    new RawAudit(trace, err())
        .note(
            "dry-run",
            String.format(
                Locale.ROOT,
                "policy %s version %d, %s",
                policy.reference().id(),
                policy.reference().version(),
                run.gate().passed() ? "every bound kept" : "a bound missed"));
    run.gate().misses().forEach(miss -> err().println("facsimile: " + miss));
    return run.gate().passed() ? Exit.DONE : Exit.BOUND_MISSED;
  }

  private void print(DryRun run, Policy policy) {
    line(
        "%s: %,d rows under policy %s version %d (%s), unit %s (%,d), k = %d; nothing is written",
        trace,
        run.risk().rows(),
        policy.reference().id(),
        policy.reference().version(),
        policy.profile().word(),
        run.principal().word(),
        run.units(),
        policy.k());
    RiskText.entry(out(), "kept", 12, String.join(", ", run.kept()));
    RiskText.entry(out(), "dropped", 12, listed(run.dropped()));
    RiskText.entry(out(), "counts", 12, listed(run.counts().tailMap("replaced.")));
    FindingsText.print(out(), run.content());
    new RiskText(out(), run.risk()).print();
    line(
        "two keys    %,d of %,d ids have the same number in a second release; chance makes it about"
            + " %d",
        run.crossRelease().equal(), run.crossRelease().ids(), run.crossRelease().chance());
    printDiff(run.diff());
    run.gate().doubts().forEach(doubt -> RiskText.entry(out(), "doubt", 12, doubt));
    line(
        "gates       %s",
        run.gate().passed()
            ? "a release under this policy would be written"
            : "a release under this policy would be refused, see below");
  }

  private void printDiff(List<Sampled> diff) {
    line("rows        one of each kind, as shapes, without what stays as it is");
    String before = "";
    for (Sampled sampled : diff) {
      if (sampled.stratum().equals(before)) {
        continue;
      }
      before = sampled.stratum();
      line("  %s (one of %,d)", sampled.stratum(), sampled.ofStratum());
      for (Field field : sampled.fields()) {
        if (field.became() != Became.KEPT) {
          line(
              "    %-18s %-36s %s",
              field.column(),
              field.before(),
              field.became() == Became.DROPPED ? "dropped" : "becomes " + field.after());
        }
      }
    }
  }

  private static String listed(SortedMap<String, Long> counts) {
    return counts.isEmpty()
        ? "nothing"
        : counts.entrySet().stream()
            .map(e -> String.format(Locale.ROOT, "%s %,d", e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "));
  }

  private void line(String format, Object... values) {
    out().println(String.format(Locale.ROOT, format, values));
  }
}
