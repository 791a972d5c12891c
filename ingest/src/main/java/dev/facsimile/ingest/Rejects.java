package dev.facsimile.ingest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rejects file, {@code NAME.rejects.jsonl}: file, line and reason of every row refused, without
 * content unless that was asked for. It is written only if there is a reject.
 */
public final class Rejects implements Closeable {
  private final Path path;
  private final AtomicFile file;
  private final BufferedWriter writer;
  private final Map<String, Long> reasons = new TreeMap<>();
  private long count;
  private String first = "";
  private boolean closed;

  /**
   * A list of rejects.
   *
   * @param raw whether the refused lines themselves may be put in: then only the owner may read it
   * @param more whether the list that is there already goes on
   */
  public Rejects(Path path, boolean raw, boolean more) throws IOException {
    this.path = path;
    file = raw ? AtomicFile.createPrivate(path) : AtomicFile.create(path);
    writer = Files.newBufferedWriter(file.path());
    if (more && Files.exists(path)) {
      try (Reader before = Files.newBufferedReader(path)) {
        before.transferTo(writer);
      }
    }
  }

  /** Where the rejects of a trace lie. */
  public static Path beside(Path trace) {
    return trace.resolveSibling(TraceParts.stem(trace) + ".rejects.jsonl");
  }

  /** Adds a row refused, with its text if that is to be kept. */
  public void add(Path log, long line, String reason, Optional<String> raw) throws IOException {
    if (count++ == 0) {
      first = log + ", line " + line + ": " + reason;
    }
    ObjectNode reject = JsonNodeFactory.instance.objectNode();
    reject.put("file", log.getFileName().toString());
    reject.put("line", line);
    reject.put("reason", reason);
    raw.ifPresent(text -> reject.put("raw", text));
    writer.write(reject.toString());
    writer.newLine();
    reasons.merge(reason.replaceAll("'[^']*'|\\d+", "…"), 1L, Long::sum);
  }

  public long count() {
    return count;
  }

  /** Where they are listed; absent if there are none. */
  public Optional<Path> list() {
    return count > 0 ? Optional.of(path) : Optional.empty();
  }

  /** The first reject as a sentence; empty if there is none. */
  public String first() {
    return first;
  }

  /**
   * Refuses more refused rows than a share of those read; then the list is there all the same.
   *
   * @param maxShare 0 to 1
   */
  public void requireFew(double maxShare, long read) throws IOException {
    if (count > maxShare * read) {
      finish();
      throw new InputException(
          count
              + " of "
              + read
              + " rows were refused, more than --max-rejects allows;"
              + " nothing was written but the list "
              + path
              + "; the first: "
              + first);
    }
  }

  /** How many rows were refused for each kind of reason, in the order of the reasons. */
  public SortedMap<String, Long> reasons() {
    return new TreeMap<>(reasons);
  }

  /** Gives the file its name, if there is anything in it. */
  public void finish() throws IOException {
    closed = true;
    writer.close();
    if (count > 0) {
      file.commit();
    }
  }

  @Override
  public void close() throws IOException {
    try (file) {
      if (!closed) {
        closed = true;
        writer.close();
      }
    }
  }
}
