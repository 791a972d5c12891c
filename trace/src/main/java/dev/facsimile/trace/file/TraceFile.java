package dev.facsimile.trace.file;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.parquet.TableJoin;
import dev.facsimile.trace.parquet.TableReader;
import dev.facsimile.trace.table.RowCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * A trace file, {@code *.trace.parquet}.
 *
 * @param path where it lies
 * @param header what it says of itself
 */
public record TraceFile(Path path, TraceHeader header) {

  /**
   * Opens a trace and reads its header.
   *
   * @throws InputException if it is not a trace that this version reads
   */
  public static TraceFile open(Path path) throws IOException {
    return new TraceFile(
        path,
        Json.header(
            path,
            TableFile.header(path),
            TraceHeader.FORMAT,
            TraceHeader.VERSION,
            TraceHeader.class));
  }

  /**
   * The number of values of each column in the file, 0 where every row lacks one; columns that a
   * trace does not know are among them. Read from the file's footer, not from its rows.
   */
  public SortedMap<String, Long> valueCounts() throws IOException {
    return TableReader.valueCounts(path);
  }

  /** Plain bytes of all contents, about. Read from the file's footer, not from its rows. */
  public long contentBytes() throws IOException {
    return TableReader.plainBytes(path, TraceCodec.CONTENT);
  }

  /** The columns' names and types as the file has them, in Parquet's own notation. */
  public String schema() throws IOException {
    return TableReader.schema(path);
  }

  /** SHA-256 of {@link #schema()}. */
  public String schemaSha256() throws IOException {
    MessageDigest digest = InputFiles.sha256();
    digest.update(schema().getBytes(StandardCharsets.UTF_8));
    return InputFiles.hex(digest);
  }

  /** How rows pass to and from tables with a trace's columns. */
  public static RowCodec<TraceRow> codec() {
    return new TraceCodec();
  }

  /**
   * Puts the rows of traces together in one, a row group after another and without decoding them.
   *
   * @param parts traces of this version, in the order of their rows
   * @param header of the whole
   * @param target only its owner may read it, unless it is anonymized
   */
  public static void join(List<Path> parts, TraceHeader header, Path target) throws IOException {
    boolean mayBeRead = header.stage() == TraceHeader.Stage.ANONYMIZED;
    try (AtomicFile file =
        mayBeRead ? AtomicFile.create(target) : AtomicFile.createPrivate(target)) {
      TableJoin.join(
          parts,
          new TraceCodec().table(),
          Map.of(TableFile.HEADER_KEY, Json.line(header)),
          file.path());
      file.commit();
    }
  }

  /** The rows in order, without their content. */
  public Rows<TraceRow> rows() throws IOException {
    return TableFile.rows(path, new TraceCodec(), Set.of(TraceCodec.CONTENT));
  }

  /**
   * Some of the rows in order, without their content: what a task of many looks at.
   *
   * @param from place of the first one, from 0
   * @param to the place behind the last one
   */
  public Rows<TraceRow> rows(long from, long to) throws IOException {
    return new TraceStretch(path, from, to);
  }

  /** The rows in order, with their content. */
  public Rows<TraceRow> rowsWithContent() throws IOException {
    return TableFile.rows(path, new TraceCodec(), Set.of());
  }

  /**
   * Some of the rows in order, with their content.
   *
   * @param from place of the first one, from 0
   * @param to the place behind the last one
   */
  public Rows<TraceRow> rowsWithContent(long from, long to) throws IOException {
    return TableFile.rows(path, new TraceCodec(), Set.of(), from, to);
  }
}
