package dev.facsimile.cli;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.plan.InputProfile;
import dev.facsimile.anonymize.plan.InputScan;
import dev.facsimile.anonymize.plan.PolicySuggestion;
import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize plan}. */
@Command(
    name = "plan",
    description = {
      "Show what is in a raw trace, column by column, and what a policy would do to each; without a"
          + " policy, suggest one. Shows counts and shares, never a value.",
      ""
    })
final class AnonymizePlanCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "Say what this policy would do to each column.")
  private Optional<Path> policyFile;

  @Option(
      names = "--suggest",
      paramLabel = "YAML",
      description = "Write the suggested policy to this file, to be read and changed.")
  private Optional<Path> suggest;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the profile as JSON, too.")
  private Optional<Path> json;

  @Override
  public Integer call() throws Exception {
    Optional<Policy> policy = Optional.empty();
    if (policyFile.isPresent()) {
      policy = Optional.of(PolicyFile.read(policyFile.get()));
    }
    for (Optional<Path> output : List.of(suggest, json)) {
      if (output.isPresent()) {
        requireOutput(output.get(), trace);
      }
    }
    TraceFile raw = TraceFile.open(trace);
    InputProfile profile = profile(raw, policy);
    print(profile, policy);
    int blockTokens = raw.header().blocks().map(BlockScheme::blockTokens).orElse(0);
    PolicySuggestion suggestion = PolicySuggestion.of(profile, blockTokens);
    printSuggestion(suggestion, policy.isPresent());
    write(profile, suggestion);
    new RawAudit(trace, err())
        .note(
            "plan",
            policy
                .map(p -> "policy " + p.reference().id() + " version " + p.reference().version())
                .orElse("without a policy"));
    return Exit.DONE;
  }

  private InputProfile profile(TraceFile raw, Optional<Policy> policy) throws IOException {
    DetectRules detect = policy.map(Policy::detect).orElse(DetectRules.USUAL);
    try (ProgressLine progress = new ProgressLine(err(), "plan", "rows")) {
      return InputScan.of(
          raw,
          policy.map(p -> p.unit().principal()),
          policy.map(Policy::k).orElse(Policy.DEFAULT_K),
          new TextScanner(Detectors.of(detect.packs(), detect.regions(), detect.languages())),
          progress);
    }
  }

  private void print(InputProfile profile, Optional<Policy> policy) {
    line(
        "%s: %,d rows from %s over %.1f h; %s; no value is shown",
        trace,
        profile.rows(),
        String.join(", ", profile.logFormats()),
        profile.spanNanos() / 3.6e12,
        profile.startTimeTold() ? "the header tells the date" : "the header tells no date");
    line("unit        %s (%,d); k = %d", profile.unit().word(), profile.units(), profile.k());
    line(
        "            %-18s %-11s %8s %10s %6s   %s",
        "column",
        "class",
        "filled",
        "distinct",
        "rare",
        policy.isPresent() ? "under this policy" : "by default");
    for (InputProfile.Column column : profile.columns()) {
      print(profile, column, policy);
    }
    profile
        .unknownColumns()
        .forEach((name, values) -> line("            %-18s unknown to a trace: dropped", name));
    profile.content().ifPresent(content -> FindingsText.print(out(), content));
    if (!profile.aloneByBucket().isEmpty()) {
      line(
          "lengths     alone with their (input, output) lengths: %s exact, %s in classes of 16, %s"
              + " of 64",
          RiskText.share(profile.aloneByBucket().get(1)),
          RiskText.share(profile.aloneByBucket().get(16)),
          RiskText.share(profile.aloneByBucket().get(64)));
    }
  }

  private void print(InputProfile profile, InputProfile.Column column, Optional<Policy> policy) {
    TraceColumn known = TraceColumn.of(column.name()).orElseThrow();
    String becomes =
        policy.isPresent()
            ? policy.get().operator(known).word()
            : known == TraceColumn.CONTENT ? "drop" : known.operators().get(0).word();
    line(
        "            %-18s %-11s %8s %10s %6s   %s",
        column.name(),
        column.kind(),
        RiskText.share((double) column.values() / profile.rows()),
        distinct(column),
        column.rare().map(rare -> String.format(Locale.ROOT, "%,d", rare)).orElse(""),
        becomes);
  }

  private static String distinct(InputProfile.Column column) {
    if (column.name().equals(TraceColumn.CONTENT.word())) {
      return "";
    }
    return column.distinct() >= InputProfile.Column.MOST_DISTINCT
        ? "100,000+"
        : String.format(Locale.ROOT, "%,d", column.distinct());
  }

  private void printSuggestion(PolicySuggestion suggestion, boolean hasPolicy) {
    line(hasPolicy ? "advice" : "suggested   a policy without text, k = 11");
    suggestion.reasons().forEach(reason -> RiskText.entry(out(), "", 12, reason));
    if (suggest.isEmpty()) {
      line("            --suggest policy.yaml writes it; anonymize dry-run shows what it does");
    }
  }

  private void write(InputProfile profile, PolicySuggestion suggestion) throws IOException {
    if (suggest.isPresent()) {
      try (AtomicFile file = AtomicFile.create(suggest.get())) {
        Files.writeString(file.path(), suggestion.yaml());
        file.commit();
      }
      line("            written to %s", suggest.get());
    }
    if (json.isPresent()) {
      Json.write(json.get(), profile);
    }
  }

  private void line(String format, Object... values) {
    out().println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
