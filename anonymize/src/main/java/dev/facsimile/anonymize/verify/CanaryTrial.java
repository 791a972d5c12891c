package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.ApprovalManifest.Canaries;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Plants canaries in a copy of a raw trace, releases the copy under the same policy and looks for
 * them in its bytes. The copy lies in a folder of its own that only its owner may read, beside the
 * raw trace, and is deleted whatever happens; the real release never sees a canary.
 */
final class CanaryTrial {
  private final TraceFile raw;
  private final Verifier.Origin origin;
  private final CanaryPlan plan;

  CanaryTrial(Verifier.Origin origin, int perType, long seed) throws IOException {
    this.origin = origin;
    raw = origin.raw();
    plan = new CanaryPlan(seed, columns(raw.valueCounts()), origin.policy().profile(), perType);
  }

  /** Columns of strings that the trace uses; a tenant in a trace without any would change units. */
  private static Set<String> columns(SortedMap<String, Long> valueCounts) {
    Set<String> used = new TreeSet<>();
    for (TraceColumn column : TraceColumn.values()) {
      if (valueCounts.getOrDefault(column.word(), 0L) > 0) {
        used.add(column.word());
      }
    }
    return used;
  }

  Canaries run(Progress progress) throws IOException {
    Path folder = privateFolder(raw.path());
    try {
      Path copy = folder.resolve("planted.trace.parquet");
      write(copy);
      Path released = folder.resolve("released.trace.parquet");
      origin
          .releaser()
          .anonymize(
              TraceFile.open(copy),
              origin.policy().withoutRiskLimits(),
              origin.tokenizer(),
              released,
              progress);
      OverlapSearch search = new OverlapSearch(plan.needles(), Set.of());
      ReleasedBytes.visit(released, search, (column, text) -> {});
      search.finish();
      return new Canaries(
          plan.id(),
          plan.rows(),
          plan.types(),
          plan.planted(),
          search.survivors(),
          upperBound(search.survivors(), plan.planted()));
    } finally {
      delete(folder);
    }
  }

  /** Rule of three for none; else one more than found plus two standard deviations. */
  static double upperBound(long survivors, long planted) {
    double most = survivors == 0 ? 3 : survivors + 1 + 2 * Math.sqrt(survivors + 1.0);
    return Math.min(1, most / planted);
  }

  private void write(Path copy) throws IOException {
    long every = Math.max(1, raw.header().rows() / plan.rows());
    try (Rows<TraceRow> rows = raw.rowsWithContent();
        TraceWriter writer = TraceWriter.createPrivate(copy)) {
      int planted = 0;
      TraceRow last = null;
      long row = 0;
      for (Optional<TraceRow> next = rows.next(); next.isPresent(); next = rows.next()) {
        last = next.get();
        writer.write(last);
        if (++row % every == 0 && planted < plan.rows()) {
          writer.write(plan.row(last));
          planted++;
        }
      }
      for (; planted < plan.rows() && last != null; planted++) {
        writer.write(plan.row(last));
      }
      writer.finish(plan.header(raw.header(), writer.rows()));
    }
  }

  private static Path privateFolder(Path raw) throws IOException {
    Path beside = raw.toAbsolutePath().getParent();
    FileAttribute<?>[] ownerOnly =
        beside.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    return Files.isWritable(beside)
        ? Files.createTempDirectory(beside, ".canaries-", ownerOnly)
        : Files.createTempDirectory("facsimile-canaries-", ownerOnly);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(folder)) {
      files = listed.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.delete(folder);
  }
}
