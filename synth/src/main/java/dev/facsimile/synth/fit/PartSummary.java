package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import java.util.function.Consumer;

/**
 * What was made of consecutive parts of a trace: it takes the batches of one part in order, then
 * what was made of the parts behind it.
 *
 * @param <S> its own type
 */
public interface PartSummary<S extends PartSummary<S>> extends Consumer<TraceBatch>, Mergeable<S> {}
