package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Passes on this machine.
 *
 * @param parts the trace's
 */
record LocalPasses(TraceParts parts) implements PartPasses {

  @Override
  public <S extends PartSummary<S>> void run(PartWork<S> work, Consumer<S> taken)
      throws IOException {
    parts.read(work.columns(), work::start, taken);
  }

  @Override
  public Linking linking(LongConsumer done) {
    return new LocalLinking(parts, done);
  }
}
