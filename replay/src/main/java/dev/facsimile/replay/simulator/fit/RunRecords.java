package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.PromptBlocks;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads one of our own run folders as a recorded run: completed, streamed requests from their
 * dispatch on, and the server's {@code vllm:} figures where it was asked. Requests that did not
 * complete are left out, so that a run with many of them fits badly.
 */
public final class RunRecords {
  private static final String RUNNING = "vllm:num_requests_running";
  private static final String WAITING = "vllm:num_requests_waiting";

  private final RunFolder folder;
  private final EngineLimits limits;

  private RunRecords(RunFolder folder, EngineLimits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  /**
   * Reads a run.
   *
   * @param limits the server's limits, which a run does not tell
   * @param memoryKnown whether they tell its KV memory
   * @throws InputException if nothing was completed, or several engines served it
   */
  public static RecordedRun read(RunFolder folder, EngineLimits limits, boolean memoryKnown)
      throws IOException {
    RunRecords reading = new RunRecords(folder, limits);
    List<RecordedRequest> requests = reading.requests();
    if (requests.isEmpty()) {
      throw new InputException(folder.path(), "holds no completed, streamed request");
    }
    long zero = requests.get(0).arrivalNanos();
    int longest =
        requests.stream().mapToInt(r -> r.promptTokens() + r.outputTokens()).max().orElseThrow();
    return new RecordedRun(
        folder.path().toAbsolutePath().normalize().getFileName().toString(),
        limits.longestSequence() >= longest ? limits : limits.withMaxModelLen(longest),
        memoryKnown,
        requests.stream().map(r -> since(r, zero)).toList(),
        reading.series(zero));
  }

  private static RecordedRequest since(RecordedRequest r, long zero) {
    return new RecordedRequest(
        r.promptTokens(),
        r.outputTokens(),
        r.promptBlocks(),
        r.arrivalNanos() - zero,
        r.firstTokenNanos() - zero,
        r.lastTokenNanos() - zero);
  }

  private List<RecordedRequest> requests() throws IOException {
    Optional<BlockScheme> scheme = folder.manifest().workload().blocks();
    List<RecordedRequest> requests = new ArrayList<>();
    try (Rows<Outcome> rows = folder.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        if (row.get() instanceof Outcome.Completed done
            && done.answer().streamed()
            && done.answer().outputTokens() > 0) {
          requests.add(request(done, scheme));
        }
      }
    }
    requests.sort(Comparator.comparingLong(RecordedRequest::arrivalNanos));
    return requests;
  }

  private RecordedRequest request(Outcome.Completed done, Optional<BlockScheme> scheme) {
    Request planned = done.planned().request();
    int prompt =
        Math.max(1, done.answer().usage().inputTokens().orElse(planned.tokens().input().orElse(1)));
    long[] blocks =
        scheme.isPresent() && planned.prefixBlocks().isPresent()
            ? PromptBlocks.of(
                planned.prefixBlocks().get(), scheme.get(), prompt, limits.blockTokens(), 0)
            : new long[0];
    return new RecordedRequest(
        prompt,
        done.answer().outputTokens(),
        blocks,
        done.sending().dispatchedNanos(),
        done.answer().firstTokenNanos().orElseThrow(),
        done.answer().lastTokenNanos().orElseThrow());
  }

  private List<LoadSample> series(long zero) throws IOException {
    TreeMap<Long, double[]> byTime = new TreeMap<>();
    Optional<String> engine = Optional.empty();
    try (Rows<ServerSample> rows = folder.serverSamples()) {
      for (Optional<ServerSample> row = rows.next(); row.isPresent(); row = rows.next()) {
        ServerSample sample = row.get();
        boolean running = sample.name().equals(RUNNING);
        if (!running && !sample.name().equals(WAITING)) {
          continue;
        }
        String from = sample.source() + " " + sample.labels();
        if (engine.isPresent() && !engine.get().equals(from)) {
          throw new InputException(
              folder.path(), "was served by several engines, expected one for a fit");
        }
        engine = Optional.of(from);
        byTime.computeIfAbsent(sample.atNanos(), t -> new double[2])[running ? 0 : 1] =
            sample.value();
      }
    }
    List<LoadSample> series = new ArrayList<>();
    byTime.forEach(
        (at, values) -> {
          if (at >= zero) {
            series.add(new LoadSample(at - zero, values[0], values[1]));
          }
        });
    return series;
  }
}
