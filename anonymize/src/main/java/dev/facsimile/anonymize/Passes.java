package dev.facsimile.anonymize;

import dev.facsimile.anonymize.Release.Figures;
import dev.facsimile.anonymize.Release.HitShares;
import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.plan.ContentScan;
import dev.facsimile.anonymize.plan.DiffSample;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskMeter;
import dev.facsimile.anonymize.risk.RiskPlan;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.CanonicalJson;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The two passes over one raw trace, and the two files that come of them. */
final class Passes {
  private final TraceFile raw;
  private final Policy policy;
  private final Codes codes;
  private final SortedMap<String, Long> valueCounts;
  private final Progress progress;
  private final Optional<TextProfile> text;
  private final BlockCut cut;
  private final Census census;
  private final Tally tally = new Tally();
  private final RiskMeter meter;
  private final ArrivalFacts arrivals = new ArrivalFacts();
  private long done;

  Passes(
      TraceFile raw,
      Policy policy,
      Codes codes,
      SortedMap<String, Long> valueCounts,
      Optional<TextProfile> text,
      Progress progress) {
    this.raw = raw;
    this.policy = policy;
    this.codes = codes;
    this.valueCounts = valueCounts;
    this.progress = progress;
    this.text = text;
    cut = new BlockCut(raw.header().blocks(), policy.partialLast());
    census = new Census(policy, codes, cut, text);
    meter = new RiskMeter(riskPlan());
  }

  private RiskPlan riskPlan() {
    TextScanner scanner = scanner();
    return new RiskPlan(
        codes.principal().dataUnit(),
        policy.k(),
        raw.header().blocks().map(BlockScheme::blockTokens).orElse(1),
        policy.risk().knownPoints(),
        RiskPlan.SEED,
        text -> scanner.scan(text).size());
  }

  private static TextScanner scanner() {
    return new TextScanner(Detectors.of(Detectors.PACKS.stream().map(RulePack::name).toList()));
  }

  /**
   * What a release would hold, risk and lose; writes nothing.
   *
   * @param second another key, for a second release to compare with
   */
  DryRun dryRun(Pseudonyms second) throws IOException {
    learn();
    SecondRelease other = new SecondRelease(new Codes(second, codes.principal(), codes.scope()));
    DiffSample sample = new DiffSample(new SeededStreams(RiskPlan.SEED));
    ContentScan content = new ContentScan(scanner());
    mask(
        raw.rowsWithContent(),
        (before, after) -> {
          before.content().ifPresent(content::add);
          sample.add(before, after);
          other.add(before.request(), after.request());
        },
        row -> {});
    RiskReport risk = meter.report();
    ColumnCounts columns = ColumnCounts.of(policy, valueCounts);
    count(columns);
    return new DryRun(
        codes.principal(),
        census.units.size(),
        columns.kept(),
        columns.dropped(),
        tally.counts(),
        content.profile(),
        risk,
        other.compare(),
        RiskGate.of(risk, policy.risk().bounds()),
        sample.drawn());
  }

  Release release(Path target, ReleaseSeal seal) throws IOException {
    learn();
    TraceHeader header;
    RiskReport risk;
    RiskGate gate;
    try (TraceWriter writer = TraceWriter.create(target)) {
      mask(rows(), (before, after) -> {}, writer::write);
      risk = meter.report();
      gate = RiskGate.of(risk, policy.risk().bounds());
      if (!gate.passed()) {
        throw new GateMissedException(risk, gate);
      }
      header = header(writer.rows(), seal.releaseId());
      writer.finish(header);
    }
    Figures figures = figures(risk);
    ColumnCounts columns = ColumnCounts.of(policy, valueCounts);
    count(columns);
    ApprovalManifest manifest =
        seal.draft(facts(target, header, risk, figures, seal), policy.approval());
    Json.write(ApprovalManifest.beside(target), manifest);
    return new Release(
        target,
        manifest,
        codes.principal(),
        census.units.size(),
        columns.kept(),
        columns.dropped(),
        figures,
        risk,
        gate.doubts(),
        text.map(TextProfile::counts),
        seal);
  }

  private void learn() throws IOException {
    try (Rows<TraceRow> rows = rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        census.add(row.get());
        step();
      }
    }
    if (census.rows() == 0) {
      throw new InputException(raw.path(), "holds no request, expected at least one");
    }
    census.freeze();
  }

  private Rows<TraceRow> rows() throws IOException {
    return text.isPresent() ? raw.rowsWithContent() : raw.rows();
  }

  private TraceHeader header(long rows, String releaseId) {
    return new HeaderMask(policy, codes.principal(), text.map(TextProfile::options))
        .of(
            raw.header(),
            rows,
            ReleasedClock.start(
                policy.time(), raw.header().startTime(), census.firstArrivalNanos()),
            cut.released(),
            arrivals.facts(
                policy.time().jitter().isZero()
                    ? raw.header().clock().latticeNanos()
                    : OptionalLong.empty()),
            releaseId);
  }

  /** Takes a raw row and what is released of it. */
  @FunctionalInterface
  private interface MaskedRows {
    void take(TraceRow before, TraceRow after) throws IOException;
  }

  /**
   * Masks every row.
   *
   * @param pairs takes them in the raw order
   * @param output takes what is released, in order of its arrivals
   */
  private void mask(Rows<TraceRow> all, MaskedRows pairs, ReleasedOrder.Output output)
      throws IOException {
    ReleasedClock clock = new ReleasedClock(policy.time(), codes, census);
    RowMask mask = new RowMask(policy, codes, cut, census, tally, clock, text);
    ReleasedOrder order =
        new ReleasedOrder(
            row -> {
              arrivals.add(row.request().arrivalNanos());
              output.write(row);
            });
    try (Rows<TraceRow> rows = all) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        TraceRow released = mask.of(row.get());
        pairs.take(row.get(), released);
        measure(row.get(), released);
        order.add(released, clock.exact(row.get().request()) - clock.jitterNanos());
        step();
      }
    }
    order.finish();
  }

  private void measure(TraceRow before, TraceRow after) {
    Request request = before.request();
    int[] places = {};
    if (after.request().prefixBlocks().isPresent()) {
      long[] full = codes.blocks(request, cut.of(request).orElseThrow());
      places = Arrays.stream(full).mapToInt(census.blocks::placeOf).toArray();
      int all = request.prefixBlocks().orElseThrow().size();
      tally.add("blocks.partial_dropped", all - full.length);
    }
    meter.add(before, after, census.units.indexOf(codes.unit(request)), places);
  }

  private void step() {
    progress.at(++done, OptionalLong.of(2 * raw.header().rows()));
  }

  private Figures figures(RiskReport risk) {
    return new Figures(
        risk.lengthPairs().map(pairs -> pairs.before().unique().value()).orElse(0.0),
        risk.lengthPairs().map(pairs -> pairs.after().unique().value()).orElse(0.0),
        (double) census.units.mostRequests() / census.rows(),
        risk.fidelity()
            .prefixHits()
            .map(hits -> new HitShares(hits.blocksBefore(), hits.blocksAfter())));
  }

  private Released facts(
      Path target, TraceHeader header, RiskReport risk, Figures figures, ReleaseSeal seal)
      throws IOException {
    return new Released(
        ToolVersion.CURRENT,
        seal.releaseId(),
        InputFiles.sha256(target),
        header.rows(),
        Optional.of(TraceFile.open(target).schemaSha256()),
        policy.reference(),
        policy.profile().word(),
        Optional.of(Detectors.sha256(ToolVersion.CURRENT)),
        seal.tokenizerSha256(),
        ApprovalManifest.EPHEMERAL,
        Optional.of(seal.operator()),
        Optional.of(seal.releasedAt()),
        policy.approval().rule(),
        tally.counts(),
        text.map(profile -> profile.counts().spans()).orElseGet(TreeMap::new),
        Optional.of(CanonicalJson.rounded(Json.toTree(risk))),
        Optional.of(CanonicalJson.rounded(Json.toTree(risk.fidelity()))),
        notes(figures));
  }

  private List<String> notes(Figures figures) {
    List<String> notes = new ArrayList<>();
    if (policy.approval().selfApproved()) {
      notes.add("self-approved: nobody but the operator has approved this release");
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "%.1f %% of the released requests are alone with their pair of input and output"
                + " lengths; somebody who knows both can find them",
            100 * figures.uniqueAfter()));
    if (policy.profile() == Profile.REDACTED_TEXT) {
      notes.add(
          "holds the original text but for what detectors found: names and secrets that they do not"
              + " know are still in it");
    }
    if (codes.principal() != Principal.SINGLE_OWNER) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the largest %s has %.1f %% of the requests",
              codes.principal().word(),
              100 * figures.largestUnit()));
    }
    return notes;
  }

  private void count(ColumnCounts columns) {
    tally.add("columns.kept", columns.kept().size());
    tally.add("columns.dropped", columns.dropped().size());
    columns.droppedByManifestName().forEach((name, values) -> tally.add("dropped." + name, values));
    tally.add("replaced.requests", census.requests.size());
    tally.add("requests.repeated_ids", census.rows() - census.requests.size());
    if (policy.keeps(TraceColumn.SESSION_ID)) {
      tally.add("replaced.sessions", census.sessions.size());
    }
    if (policy.keeps(TraceColumn.TENANT)) {
      tally.add("replaced.tenants", census.tenants.size());
    }
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS) && cut.released().isPresent()) {
      tally.add("replaced.blocks", census.blocks.size());
      tally.add("blocks.shared_by_k_units", census.blocks.shared());
      tally.add("blocks.separated_below_k", census.blocks.split());
    }
    text.ifPresent(profile -> count(profile.counts()));
    tally.add("header.input_digests_removed", inputDigests());
    tally.add("header.clock_findings_removed", raw.header().clock().findings().size());
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
    return raw.header().provenance().steps().stream().mapToLong(s -> s.inputs().size()).sum();
  }
}
