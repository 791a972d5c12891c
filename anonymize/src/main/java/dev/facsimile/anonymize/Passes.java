package dev.facsimile.anonymize;

import dev.facsimile.anonymize.Release.Figures;
import dev.facsimile.anonymize.Release.HitShares;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/** The two passes over one raw trace, and the two files that come of them. */
final class Passes {
  private final TraceFile raw;
  private final Policy policy;
  private final Codes codes;
  private final SortedMap<String, Long> valueCounts;
  private final Progress progress;
  private final BlockCut cut;
  private final Census census;
  private final Tally tally = new Tally();
  private final LengthPairs releasedLengths = new LengthPairs();
  private final SeenBlocks rawHits = new SeenBlocks();
  private final SeenBlocks releasedHits = new SeenBlocks();
  private final ArrivalFacts arrivals = new ArrivalFacts();
  private long done;

  Passes(
      TraceFile raw,
      Policy policy,
      Codes codes,
      SortedMap<String, Long> valueCounts,
      Progress progress) {
    this.raw = raw;
    this.policy = policy;
    this.codes = codes;
    this.valueCounts = valueCounts;
    this.progress = progress;
    cut = new BlockCut(raw.header().blocks(), policy.partialLast());
    census = new Census(policy, codes, cut);
  }

  Release release(Path target, LocalDate today) throws IOException {
    learn();
    TraceHeader header = write(target);
    Figures figures = figures(header);
    ColumnCounts columns = ColumnCounts.of(policy, valueCounts);
    count(header, columns);
    ApprovalManifest manifest = manifest(target, header, figures, today);
    Json.write(ApprovalManifest.beside(target), manifest);
    return new Release(
        target,
        manifest,
        codes.principal(),
        census.units.size(),
        columns.kept(),
        columns.dropped(),
        figures);
  }

  private void learn() throws IOException {
    try (Rows<TraceRow> rows = raw.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        census.add(row.get().request());
        step();
      }
    }
    if (census.rows() == 0) {
      throw new InputException(raw.path(), "holds no request, expected at least one");
    }
    census.freeze();
  }

  private TraceHeader write(Path target) throws IOException {
    RowMask mask = new RowMask(policy, codes, cut, census, tally);
    try (Rows<TraceRow> rows = raw.rows();
        TraceWriter writer = TraceWriter.create(target)) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        TraceRow released = mask.of(row.get());
        writer.write(released);
        measure(row.get().request(), released.request());
        step();
      }
      TraceHeader header =
          new HeaderMask(policy, codes.principal())
              .of(
                  raw.header(),
                  writer.rows(),
                  cut.released(),
                  arrivals.facts(raw.header().clock().latticeNanos()),
                  codes.pseudonyms().releaseId());
      writer.finish(header);
      return header;
    }
  }

  private void measure(Request before, Request after) {
    arrivals.add(after.arrivalNanos());
    releasedLengths.add(after.tokens());
    Optional<BlockIds> released = after.prefixBlocks();
    if (released.isPresent()) {
      long[] full = codes.blocks(before, cut.of(before).orElseThrow());
      rawHits.add(Arrays.stream(full).mapToInt(census.blocks::placeOf).toArray());
      releasedHits.add(released.get().stream().mapToInt(Math::toIntExact).toArray());
      int all = before.prefixBlocks().orElseThrow().size();
      tally.add("blocks.partial_dropped", all - full.length);
    }
  }

  private void step() {
    progress.at(++done, OptionalLong.of(2 * raw.header().rows()));
  }

  private Figures figures(TraceHeader header) {
    return new Figures(
        census.lengths.uniqueShare(),
        releasedLengths.uniqueShare(),
        (double) census.units.mostRequests() / census.rows(),
        header.blocks().map(blocks -> new HitShares(rawHits.hitShare(), releasedHits.hitShare())));
  }

  private ApprovalManifest manifest(
      Path target, TraceHeader header, Figures figures, LocalDate today) throws IOException {
    return new ApprovalManifest(
        ApprovalManifest.FORMAT,
        ApprovalManifest.VERSION,
        ToolVersion.CURRENT,
        header.releaseId().orElseThrow(),
        InputFiles.sha256(target),
        header.rows(),
        policy.reference(),
        "ephemeral",
        "none",
        policy.approval().expiresDays().isPresent()
            ? Optional.of(today.plusDays(policy.approval().expiresDays().getAsInt()).toString())
            : Optional.empty(),
        tally.counts(),
        notes(figures));
  }

  private List<String> notes(Figures figures) {
    List<String> notes = new ArrayList<>();
    notes.add("self-approved: nobody but the operator has approved this release");
    notes.add(
        String.format(
            Locale.ROOT,
            "%.1f %% of the released requests are alone with their pair of input and output"
                + " lengths; somebody who knows both can find them",
            100 * figures.uniqueAfter()));
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

  private void count(TraceHeader header, ColumnCounts columns) {
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
    if (header.blocks().isPresent()) {
      tally.add("replaced.blocks", census.blocks.size());
      tally.add("blocks.shared_by_k_units", census.blocks.shared());
      tally.add("blocks.separated_below_k", census.blocks.split());
    }
    tally.add("header.input_digests_removed", inputDigests());
    tally.add("header.clock_findings_removed", raw.header().clock().findings().size());
  }

  private long inputDigests() {
    return raw.header().provenance().steps().stream().mapToLong(s -> s.inputs().size()).sum();
  }
}
