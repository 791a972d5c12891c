package dev.facsimile.anonymize.detect.texts;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Reads files of texts, one JSON object a line, plain or compressed, and writes one line for each:
 * in the order of the lines, whatever the number of threads. Holds a few batches of lines at a
 * time.
 */
public final class TextFiles {
  /** Stands for the standard input in a list of files. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final int BATCH_LINES = 256;
  private static final int BATCH_CHARS = 1 << 20;

  private final String field;
  private final int threads;
  private final InputStream standardInput;
  private final ThreadLocal<TextWork> work;
  private long lines;

  /**
   * Reads texts from {@code field} of each line.
   *
   * @param work makes one worker for each thread
   */
  public TextFiles(String field, int threads, InputStream standardInput, Supplier<TextWork> work) {
    this.field = field;
    this.threads = threads;
    this.standardInput = standardInput;
    this.work = ThreadLocal.withInitial(work);
  }

  /**
   * Writes a line for each line of {@code inputs}.
   *
   * @return the number of lines
   * @throws InputException at the first line that cannot be read
   */
  public long write(List<Path> inputs, Writer out, Progress progress) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Queue<Future<String>> open = new ArrayDeque<>();
    try {
      for (Path input : inputs) {
        read(input, pool, open, out, progress);
      }
      while (!open.isEmpty()) {
        out.write(result(open.remove()));
      }
    } finally {
      pool.shutdownNow();
    }
    return lines;
  }

  private void read(
      Path input, ExecutorService pool, Queue<Future<String>> open, Writer out, Progress progress)
      throws IOException {
    long number = 0;
    try (BufferedReader in = open(input)) {
      Batch batch = new Batch(input, 1);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        batch.add(line);
        if (batch.full()) {
          submit(batch, pool, open, out);
          batch = new Batch(input, number + 1);
          progress.at(lines + number, OptionalLong.empty());
        }
      }
      submit(batch, pool, open, out);
    } catch (CharacterCodingException e) {
      throw new InputException(input, "is not UTF-8 text after line " + number, e);
    }
    lines += number;
  }

  private BufferedReader open(Path input) throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return reader(standardInput);
    }
    InputFiles.requireFile(input);
    return reader(InputFiles.open(input));
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(
        new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()), 1 << 16);
  }

  private void submit(Batch batch, ExecutorService pool, Queue<Future<String>> open, Writer out)
      throws IOException {
    if (open.size() >= 2 * threads) {
      out.write(result(open.remove()));
    }
    open.add(pool.submit(() -> lines(batch)));
  }

  private String lines(Batch batch) {
    StringBuilder written = new StringBuilder();
    long number = batch.first;
    for (String line : batch.lines) {
      if (!line.isBlank()) {
        TextLine text = TextLine.parse(batch.file, number, line, field);
        written.append(work.get().line(text.id(), text.text())).append('\n');
      }
      number++;
    }
    return written.toString();
  }

  private static String result(Future<String> batch) {
    try {
      return batch.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static final class Batch {
    private final Path file;
    private final long first;
    private final List<String> lines = new ArrayList<>();
    private int chars;

    Batch(Path file, long first) {
      this.file = file;
      this.first = first;
    }

    void add(String line) {
      lines.add(line);
      chars += line.length();
    }

    boolean full() {
      return lines.size() >= BATCH_LINES || chars >= BATCH_CHARS;
    }
  }
}
