package dev.facsimile.trace.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who did what with a release and when, one JSON object a line, never a value of the trace. Each
 * line holds the SHA-256 of the line before, so that a line that was changed or taken out of the
 * middle shows. That lines at the end are missing shows by a file beside it, {@code
 * NAME.audit.head.json}, which tells the last line, and by the approvals, which sign the last line
 * of their time: who cuts both files and signs anew can hide only what nobody signed. Lies beside
 * the trace as {@code NAME.audit.jsonl}.
 *
 * @param path where it lies
 */
public record AuditLog(Path path) {
  private static final String FIRST = "0".repeat(64);

  /**
   * A line.
   *
   * @param seq from 1
   * @param at when, ISO-8601 in UTC
   * @param event plan, dry-run, apply, verify, approve or revoke
   * @param by the operator's account or the approver's name
   * @param releaseId the release
   * @param outcome what came of it, a few words
   * @param previous SHA-256 of the line before, zeros for the first
   */
  public record Line(
      long seq,
      String at,
      String event,
      String by,
      String releaseId,
      String outcome,
      String previous) {}

  /**
   * The last line.
   *
   * @param lines how many there are
   * @param sha256 of the last one
   */
  private record Head(long lines, String sha256) {}

  /** The log of the trace that lies there. */
  public static AuditLog beside(Path trace) {
    return new AuditLog(trace.resolveSibling(trace.getFileName() + ".audit.jsonl"));
  }

  /**
   * Adds a line; other processes wait.
   *
   * @throws InputException if lines are missing at the end, which one more would hide
   */
  public void add(Instant at, String event, String by, String releaseId, String outcome)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.lock();
      if (isCut()) {
        throw new InputException(
            path,
            "lacks lines at its end, expected those that "
                + headPath().getFileName()
                + " tells; a new log begins where both are gone");
      }
      List<String> lines = lines();
      Line line =
          new Line(
              lines.size() + 1L,
              at.truncatedTo(ChronoUnit.SECONDS).toString(),
              event,
              by,
              releaseId,
              outcome,
              lines.isEmpty() ? FIRST : sha256(lines.get(lines.size() - 1)));
      channel.position(channel.size());
      String written = Json.line(line);
      ByteBuffer bytes = ByteBuffer.wrap((written + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
      Json.write(headPath(), new Head(line.seq, sha256(written)));
    }
  }

  private Path headPath() {
    String name = path.getFileName().toString();
    return path.resolveSibling(name.substring(0, name.length() - ".jsonl".length()) + ".head.json");
  }

  /**
   * Whether lines are missing at the end: the file beside it tells of more, or of another last one.
   * A log without that file, as earlier versions wrote it, is not known to be cut.
   */
  public boolean isCut() throws IOException {
    if (!Files.exists(headPath())) {
      return false;
    }
    try {
      JsonNode told = Json.tree(Files.readString(headPath()));
      return size() < told.path("lines").asLong() || !holds(told.path("sha256").asText());
    } catch (JsonProcessingException unreadable) {
      return true;
    }
  }

  private List<String> lines() throws IOException {
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  private static String sha256(String line) {
    MessageDigest digest = InputFiles.sha256();
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    return InputFiles.hex(digest);
  }

  /** SHA-256 of the last line; absent where there is no log. */
  public Optional<String> head() throws IOException {
    List<String> lines = lines();
    return lines.isEmpty() ? Optional.empty() : Optional.of(sha256(lines.get(lines.size() - 1)));
  }

  /** Whether a line with that SHA-256 is in the log. */
  public boolean holds(String head) throws IOException {
    return lines().stream().anyMatch(line -> sha256(line).equals(head));
  }

  /** How many lines it has. */
  public int size() throws IOException {
    return lines().size();
  }

  /** The number of the first line that does not go on from the one before; absent if all do. */
  public OptionalInt brokenAt() throws IOException {
    List<String> lines = lines();
    String previous = FIRST;
    for (int i = 0; i < lines.size(); i++) {
      try {
        var line = Json.tree(lines.get(i));
        if (!line.path("previous").asText().equals(previous)
            || line.path("seq").asLong() != i + 1) {
          return OptionalInt.of(i + 1);
        }
      } catch (JsonProcessingException e) {
        return OptionalInt.of(i + 1);
      }
      previous = sha256(lines.get(i));
    }
    return OptionalInt.empty();
  }
}
