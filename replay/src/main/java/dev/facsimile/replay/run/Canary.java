package dev.facsimile.replay.run;

import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The workload of a canary: a hundred requests of mixed lengths, short chats to long documents, the
 * same for the same seed. It is to be run ten at a time.
 */
public final class Canary {
  /** How many requests. */
  public static final int REQUESTS = 100;

  /** How many at a time. */
  public static final int AT_ONCE = 10;

  /** Kinds of requests: prompt and output tokens, each up to half as much more or less. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("chat", 60, 60),
          new Kind("chat", 400, 150),
          new Kind("rag", 2000, 120),
          new Kind("summary", 6000, 250));

  private record Kind(String name, int input, int output) {}

  private Canary() {}

  /** Writes it. */
  public static void write(Path file, long seed) throws IOException {
    WorkloadHeader header =
        new WorkloadHeader(
            WorkloadHeader.FORMAT,
            WorkloadHeader.VERSION,
            ToolVersion.CURRENT,
            Optional.of(seed),
            true,
            0,
            Optional.empty(),
            OptionalLong.empty(),
            List.of(),
            Provenance.NONE);
    UniformRandomProvider random = new SeededStreams(seed).stream("canary");
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int i = 0; i < REQUESTS; i++) {
        Kind kind = KINDS.get(i % KINDS.size());
        Request request =
            Request.of("canary-" + i, 0, near(kind.input(), random), near(kind.output(), random))
                .inClass(kind.name());
        writer.write(new WorkloadRow(request, Intent.PLAIN));
      }
      writer.finish();
    }
  }

  private static int near(int middle, UniformRandomProvider random) {
    return middle / 2 + random.nextInt(middle + 1);
  }
}
