package dev.facsimile.synth.fit;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Goes through a trace part by part, on one machine or on many. */
public interface PartPasses {

  /**
   * Goes through all parts once.
   *
   * @param taken takes what was made of them, in their order, on the caller's thread: of each part,
   *     or of several that were merged before
   * @throws dev.facsimile.trace.file.InputException if the file is not what it should be
   * @param <S> what is made of a part
   */
  <S extends PartSummary<S>> void run(PartWork<S> work, Consumer<S> taken) throws IOException;

  /**
   * Begins to link the trace's requests.
   *
   * @param done hears of requests that were gone through
   */
  Linking linking(LongConsumer done) throws IOException;
}
