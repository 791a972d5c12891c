package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongSideTest {
  @TempDir private Path folder;

  /** Does tasks one after another, of so many stretches. */
  private record OneByOne(int mostStretches) implements LongRows {
    @Override
    public <T extends Serializable> List<T> all(List<? extends Task<? extends T>> tasks)
        throws IOException {
      List<T> made = new ArrayList<>();
      for (Task<? extends T> task : tasks) {
        made.add(task.of());
      }
      return made;
    }

    @Override
    public Side unordered(WorkloadSource source, WholeSide whole) {
      throw new InputException(source.path(), "is not in order");
    }
  }
}
