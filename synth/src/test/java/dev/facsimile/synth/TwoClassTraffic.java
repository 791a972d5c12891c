package dev.facsimile.synth;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * 4,000 s of two classes with prefix blocks of 16 tokens: 2,000 chats of one to three turns, 20 s
 * apart, whose prompts grow, and 3,000 single jobs, half of which begin with one system prompt.
 */
final class TwoClassTraffic {
  static final long SECOND = 1_000_000_000L;
  static final long DURATION = 4_000 * SECOND;
  static final int CHATS = 2_000;
  static final int JOBS = 3_000;
  private static final BlockScheme BLOCKS = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private long nextId = 1_000;

  static TrafficModel model(Path folder) throws IOException {
    return new TraceFit(trace(folder), Progress.SILENT).fit(Admission.CARRIED).model();
  }

  static TraceFile trace(Path folder) throws IOException {
    List<Request> requests = new TwoClassTraffic().requests();
    return RealTraces.write(folder.resolve("two.trace.parquet"), requests, Optional.of(BLOCKS));
  }

  private List<Request> requests() {
    UniformRandomProvider random = new SeededStreams(21).stream("test");
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < CHATS; i++) {
      long start = random.nextLong(DURATION - 80 * SECOND);
      List<Long> blocks = new ArrayList<>();
      int turns = 1 + i % 3;
      int input = 64 + random.nextInt(400);
      for (int turn = 0; turn < turns; turn++) {
        grow(blocks, input / 16);
        requests.add(
            request("c" + i + "-" + turn, start + turn * 20 * SECOND, input, blocks, "chat"));
        input += 48 + random.nextInt(64);
      }
    }
    for (int i = 0; i < JOBS; i++) {
      int input = 200 + random.nextInt(1_000);
      List<Long> blocks = new ArrayList<>();
      for (long system = 1; i % 2 == 0 && system <= 8; system++) {
        blocks.add(system);
      }
      grow(blocks, input / 16);
      requests.add(request("j" + i, random.nextLong(DURATION), input, blocks, "job"));
    }
    requests.sort(Comparator.comparingLong(Request::arrivalNanos));
    return requests;
  }

  private void grow(List<Long> blocks, int count) {
    while (blocks.size() < count) {
      blocks.add(nextId++);
    }
  }

  private static Request request(
      String id, long arrival, int input, List<Long> blocks, String name) {
    long[] ids = blocks.stream().mapToLong(x -> x).toArray();
    return Request.of(id, arrival, input, 20 + input % 200)
        .inClass(name)
        .withBlocks(Optional.of(BlockIds.of(ids)));
  }
}
