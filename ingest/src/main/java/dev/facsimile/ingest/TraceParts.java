package dev.facsimile.ingest;

import dev.facsimile.trace.header.BlockScheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The traces that an ingest writes: one, or one for each stretch between resets of the clock. They
 * all get their names at the end. Holds what {@link TracePart} holds, for each.
 */
final class TraceParts implements Closeable {
  private static final String SUFFIX = ".trace.parquet";

  private final IngestOptions options;
  private final Path output;
  private final Optional<BlockScheme> blocks;
  private final Rejects rejects;
  private final List<TracePart> parts = new ArrayList<>();
  private final List<ClockWatch.Reset> resets = new ArrayList<>();

  TraceParts(IngestOptions options, Path output, Optional<BlockScheme> blocks, Rejects rejects)
      throws IOException {
    this.options = options;
    this.output = output;
    this.blocks = blocks;
    this.rejects = rejects;
    parts.add(new TracePart(options, output, blocks, rejects));
  }

  void accept(Placed row) throws IOException {
    parts.get(parts.size() - 1).accept(row);
  }

  /** What follows is another stretch of time. */
  void split(ClockWatch.Reset reset) throws IOException {
    resets.add(reset);
    parts.add(new TracePart(options, stretchOf(output, parts.size() + 1), blocks, rejects));
  }

  long rows() {
    return parts.stream().mapToLong(TracePart::rows).sum();
  }

  /**
   * Ends all traces.
   *
   * @throws dev.facsimile.trace.file.InputException if the sessions of one cannot be found as was
   *     asked for; none has its name then
   */
  List<TracePart.Done> finish(TraceFacts facts) throws IOException {
    parts.forEach(TracePart::origin);
    List<TracePart.Done> done = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Path name = resets.isEmpty() ? output : stretchOf(output, i + 1);
      done.add(parts.get(i).finish(name, facts, stretch(i)));
    }
    return done;
  }

  private Optional<String> stretch(int part) {
    if (resets.isEmpty()) {
      return Optional.empty();
    }
    ClockWatch.Reset reset = resets.get(Math.max(0, part - 1));
    return Optional.of(stretch(part + 1, parts.size(), reset.line(), reset.sentence()));
  }

  /**
   * What is said of a stretch.
   *
   * @param number which one it is, from 1
   * @param stretches how many there are
   * @param line the first one after the reset where it begins; of the first stretch, where it ends
   * @param reset the step in words
   */
  static String stretch(int number, int stretches, long line, String reset) {
    return "stretch "
        + number
        + " of "
        + stretches
        + " of a log whose clock was reset: at line "
        + line
        + " "
        + reset;
  }

  /** The name of a trace without what tells its kind. */
  static String stem(Path trace) {
    String name = trace.getFileName().toString();
    for (String suffix : List.of(SUFFIX, ".parquet")) {
      if (name.endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }

  /** The name of the trace of a stretch, which are counted from 1. */
  static Path stretchOf(Path output, int number) {
    return output.resolveSibling(stem(output) + "." + number + SUFFIX);
  }

  @Override
  public void close() throws IOException {
    for (TracePart part : parts) {
      part.close();
    }
  }
}
