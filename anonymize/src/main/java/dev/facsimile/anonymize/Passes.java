package dev.facsimile.anonymize;

import dev.facsimile.anonymize.plan.ContentScan;
import dev.facsimile.anonymize.plan.DiffSample;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskMeter;
import dev.facsimile.anonymize.risk.RiskPlan;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.ReleasedTexts;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The two passes over one raw trace, and the two files that come of them. */
final class Passes {
  private final ReleaseInput input;
  private final TraceFile raw;
  private final Policy policy;
  private final Codes codes;
  private final Progress progress;
  private final Optional<TextProfile> text;
  private final BlockCut cut;
  private final Census census;
  private final Tally tally = new Tally();
  private final RiskMeter meter;
  private final ArrivalFacts arrivals = new ArrivalFacts();
  private long done;

  Passes(ReleaseInput input, Codes codes, Optional<TextProfile> text, Progress progress) {
    this.input = input;
    this.raw = input.raw();
    this.policy = input.policy();
    this.codes = codes;
    this.progress = progress;
    this.text = text;
    cut = input.cut();
    census = new Census(policy, codes, cut, text);
    meter = new RiskMeter(input.riskPlan());
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
    ContentScan content = new ContentScan(ReleaseInput.scanner());
    ReleasePapers papers =
        mask(
            raw.rowsWithContent(),
            (before, after) -> {
              before.content().ifPresent(content::add);
              sample.add(before, after);
              other.add(before, after);
            },
            row -> {});
    RiskReport risk = meter.report();
    ColumnCounts columns = papers.count();
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
    ReleasePapers papers;
    TraceHeader header;
    RiskReport risk;
    RiskGate gate;
    try (TraceWriter writer = TraceWriter.create(target)) {
      papers = mask(rows(), (before, after) -> {}, writer::write);
      risk = meter.report();
      gate = input.passedGate(risk);
      header = papers.header(writer.rows(), seal.releaseId());
      writer.finish(header);
    }
    return papers.draft(target, header, risk, gate, seal, List.of());
  }

  private ReleasePapers papers(Optional<ReleasedTexts> texts) {
    return new ReleasePapers(
        input,
        texts.map(ReleasedTexts::counts),
        census.counts(),
        census.overview().firstArrivalNanos(),
        tally,
        arrivals);
  }

  private void learn() throws IOException {
    try (Rows<TraceRow> rows = rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        census.add(row.get());
        step();
      }
    }
    if (census.overview().rows() == 0) {
      throw new InputException(raw.path(), "holds no request, expected at least one");
    }
    census.freeze();
  }

  private Rows<TraceRow> rows() throws IOException {
    return text.isPresent() ? raw.rowsWithContent() : raw.rows();
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
   * @return what goes with it
   */
  private ReleasePapers mask(Rows<TraceRow> all, MaskedRows pairs, ReleasedOrder.Output output)
      throws IOException {
    Optional<ReleasedTexts> texts = text.map(profile -> profile.released(census.texts));
    ReleasedClock clock = new ReleasedClock(policy.time(), codes, census);
    RowMask mask = new RowMask(policy, codes, cut, census, tally, clock, texts.map(its -> its::of));
    ReleasedOrder order =
        new ReleasedOrder(
            row -> {
              arrivals.add(row.request().arrivalNanos());
              output.write(row);
            });
    try (Rows<TraceRow> rows = all) {
      long number = 0;
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        TraceRow released = mask.of(row.get(), ++number);
        pairs.take(row.get(), released);
        measure(row.get(), released);
        order.add(released, clock.exact(row.get().request()) - clock.jitterNanos());
        step();
      }
    }
    order.finish();
    return papers(texts);
  }

  private void measure(TraceRow before, TraceRow after) {
    Request request = before.request();
    int[] places = {};
    if (after.request().prefixBlocks().isPresent()) {
      long[] full = codes.blocks(request, cut.of(request).orElseThrow());
      places = Arrays.stream(full).mapToInt(census.blocks::placeOf).toArray();
    }
    meter.add(before, after, census.units.indexOf(codes.unit(before)), places);
  }

  private void step() {
    progress.at(++done, OptionalLong.of(2 * raw.header().rows()));
  }
}
