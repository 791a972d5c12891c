package dev.facsimile.anonymize;

import dev.facsimile.anonymize.Release.Figures;
import dev.facsimile.anonymize.Release.HitShares;
import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.CanonicalJson;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What goes with the released rows: their header, and the manifest beside them.
 *
 * @param input what is released under what
 * @param text what was done to text; absent where none is released
 * @param ids how many ids there are
 * @param firstArrivalNanos the arrival that becomes 0
 * @param tally what masking counted; what else there is to count is added once
 * @param arrivals the released clock
 */
record ReleasePapers(
    ReleaseInput input,
    Optional<TextCounts> text,
    IdCounts ids,
    long firstArrivalNanos,
    Tally tally,
    ArrivalFacts arrivals) {

  /**
   * The header.
   *
   * @param rows rows released
   */
  TraceHeader header(long rows, String releaseId) {
    Policy policy = input.policy();
    TraceHeader raw = input.raw().header();
    return new HeaderMask(policy, input.principal(), input.textOptions())
        .of(
            raw,
            rows,
            ReleasedClock.start(policy.time(), raw.startTime(), firstArrivalNanos),
            input.cut().released(),
            arrivals.facts(
                policy.time().jitter().isZero()
                    ? raw.clock().latticeNanos()
                    : OptionalLong.empty()),
            releaseId);
  }

  /**
   * Writes the draft of the manifest beside a trace that was written.
   *
   * @param remarks what else its reader should know, as sentences
   */
  Release draft(
      Path target,
      TraceHeader header,
      RiskReport risk,
      RiskGate gate,
      ReleaseSeal seal,
      List<String> remarks)
      throws IOException {
    Figures figures = figures(risk);
    ColumnCounts columns = count();
    List<String> notes = notes(figures);
    notes.addAll(remarks);
    ApprovalManifest manifest =
        seal.draft(facts(target, header, risk, notes, seal), input.policy().approval());
    Json.write(ApprovalManifest.beside(target), manifest);
    return new Release(
        target,
        manifest,
        input.principal(),
        ids.units(),
        columns.kept(),
        columns.dropped(),
        figures,
        risk,
        gate.doubts(),
        text,
        seal);
  }

  private Figures figures(RiskReport risk) {
    return new Figures(
        risk.lengthPairs().map(pairs -> pairs.before().unique().value()).orElse(0.0),
        risk.lengthPairs().map(pairs -> pairs.after().unique().value()).orElse(0.0),
        (double) ids.mostRequests() / ids.rows(),
        risk.fidelity()
            .prefixHits()
            .map(hits -> new HitShares(hits.blocksBefore(), hits.blocksAfter())));
  }

  private Released facts(
      Path target, TraceHeader header, RiskReport risk, List<String> notes, ReleaseSeal seal)
      throws IOException {
    return new Released(
        ToolVersion.CURRENT,
        seal.releaseId(),
        InputFiles.sha256(target),
        header.rows(),
        Optional.of(TraceFile.open(target).schemaSha256()),
        input.policy().reference(),
        input.policy().profile().word(),
        Optional.of(Detectors.sha256(ToolVersion.CURRENT)),
        seal.tokenizerSha256(),
        ApprovalManifest.EPHEMERAL,
        Optional.of(seal.operator()),
        Optional.of(seal.releasedAt()),
        input.policy().approval().rule(),
        tally.counts(),
        text.map(TextCounts::spans).orElseGet(TreeMap::new),
        Optional.of(CanonicalJson.rounded(Json.toTree(risk))),
        Optional.of(CanonicalJson.rounded(Json.toTree(risk.fidelity()))),
        notes);
  }

  private List<String> notes(Figures figures) {
    List<String> notes = new ArrayList<>();
    if (input.policy().approval().selfApproved()) {
      notes.add("self-approved: nobody but the operator has approved this release");
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "%.1f %% of the released requests are alone with their pair of input and output"
                + " lengths; somebody who knows both can find them",
            100 * figures.uniqueAfter()));
    if (input.policy().profile() == Profile.REDACTED_TEXT) {
      notes.add(
          "holds the original text but for what detectors found: names and secrets that they do not"
              + " know are still in it");
    }
    if (input.principal() != Principal.SINGLE_OWNER) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the largest %s has %.1f %% of the requests",
              input.principal().word(),
              100 * figures.largestUnit()));
    }
    return notes;
  }

  /** Adds to the tally what the whole tells; what became of the columns. */
  ColumnCounts count() {
    Policy policy = input.policy();
    ColumnCounts columns = ColumnCounts.of(policy, input.valueCounts());
    tally.add("columns.kept", columns.kept().size());
    tally.add("columns.dropped", columns.dropped().size());
    columns.droppedByManifestName().forEach((name, values) -> tally.add("dropped." + name, values));
    tally.add("replaced.requests", ids.requests());
    tally.add("requests.repeated_ids", ids.rows() - ids.requests());
    tally.add("requests.without_unit", input.rowsWithoutUnit(ids.rows()));
    if (policy.keeps(TraceColumn.SESSION_ID)) {
      tally.add("replaced.sessions", ids.sessions());
    }
    if (policy.keeps(TraceColumn.TENANT)) {
      tally.add("replaced.tenants", ids.tenants());
    }
    if (policy.keeps(TraceColumn.USER_ID)) {
      tally.add("replaced.users", ids.users());
    }
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS) && input.cut().released().isPresent()) {
      tally.add("replaced.blocks", ids.blocks());
      tally.add("blocks.shared_by_k_units", ids.sharedBlocks());
      tally.add("blocks.separated_below_k", ids.splitBlocks());
    }
    text.ifPresent(this::count);
    tally.add("header.input_digests_removed", inputDigests());
    tally.add("header.clock_findings_removed", input.raw().header().clock().findings().size());
    return columns;
  }

  private void count(TextCounts counts) {
    tally.add("text.prompts", counts.prompts());
    tally.add("text.texts", counts.messages());
    tally.add("text.made_up", counts.surrogates());
    tally.add("text.fallbacks", counts.fallbacks());
    tally.add("text.other_languages", counts.otherLanguages());
    counts.spans().forEach((type, count) -> tally.add("text.replaced." + type, count));
    counts.droppedFields().forEach((kind, count) -> tally.add("text.dropped." + kind, count));
  }

  private long inputDigests() {
    return input.raw().header().provenance().steps().stream()
        .mapToLong(step -> step.inputs().size())
        .sum();
  }
}
