package dev.facsimile.trace.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;

/**
 * A workload file.
 *
 * @param path where it lies
 * @param header what it says of itself
 */
public record WorkloadFile(Path path, WorkloadHeader header) {

  /** Whether a file name is a workload's in JSON Lines. */
  public static boolean isLines(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".jsonl") || name.endsWith(".jsonl.gz") || name.endsWith(".jsonl.zst");
  }

  /**
   * Opens a workload and reads its header.
   *
   * @throws InputException if it is not a workload that this version reads
   */
  public static WorkloadFile open(Path path) throws IOException {
    String text;
    if (isLines(path)) {
      InputFiles.requireFile(path);
      try (BufferedReader reader = reader(path)) {
        text = reader.readLine();
      } catch (IOException e) {
        throw new InputException(path, "cannot be decompressed: " + e.getMessage(), e);
      }
      if (text == null) {
        throw new InputException(path, "holds no line, expected a header line");
      }
    } else {
      text = TableFile.header(path);
    }
    return new WorkloadFile(
        path,
        Json.header(
            path, text, WorkloadHeader.FORMAT, WorkloadHeader.VERSION, WorkloadHeader.class));
  }

  /** The rows in order. */
  public Rows<WorkloadRow> rows() throws IOException {
    return isLines(path) ? new Lines(path) : TableFile.rows(path, new WorkloadCodec(), Set.of());
  }

  /** What each row asks of a server, in order. */
  Rows<LoadRow> loads() throws IOException {
    if (!isLines(path)) {
      return TableFile.rows(path, new LoadCodec(), Set.of());
    }
    Rows<WorkloadRow> rows = rows();
    return new Rows<>() {
      @Override
      public Optional<LoadRow> next() throws IOException {
        return rows.next().map(row -> LoadRow.of(row.request()));
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  /** SHA-256 of the uncompressed JSON Lines, header line included, whatever the file's form. */
  public String digest() throws IOException {
    return digest(header, this::rows);
  }

  /** Opens rows. */
  interface RowOpener {
    Rows<WorkloadRow> open() throws IOException;
  }

  static String digest(WorkloadHeader header, RowOpener opener) throws IOException {
    MessageDigest digest = InputFiles.sha256();
    digest.update(WorkloadWriter.headerLine(header));
    WorkloadWriter.Line line = new WorkloadWriter.Line();
    try (Rows<WorkloadRow> rows = opener.open()) {
      for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        line.reset();
        WorkloadLine.write(row.get(), line);
        digest.update(line.bytes(), 0, line.size());
      }
    }
    return InputFiles.hex(digest);
  }

  private static BufferedReader reader(Path path) throws IOException {
    return new BufferedReader(
        new InputStreamReader(InputFiles.open(path), StandardCharsets.UTF_8), 1 << 16);
  }

  private static final class Lines implements Rows<WorkloadRow> {
    private final Path path;
    private final BufferedReader reader;
    private long line = 1;

    Lines(Path path) throws IOException {
      this.path = path;
      this.reader = reader(path);
      reader.readLine();
    }

    @Override
    public Optional<WorkloadRow> next() {
      try {
        String text = reader.readLine();
        line++;
        return text == null ? Optional.empty() : Optional.of(WorkloadLine.read(text));
      } catch (IllegalArgumentException e) {
        throw new InputException(path, line, e.getMessage());
      } catch (JsonProcessingException e) {
        throw new InputException(
            path, line, "is not valid JSON: " + e.getOriginalMessage() + ", expected a request");
      } catch (IOException e) {
        throw new InputException(path, line, "cannot be read: " + e.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
