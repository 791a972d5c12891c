package dev.facsimile.synth.model;

import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A model file, {@code *.model.json}: everything that is known of a trace when workloads are drawn.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the file's layout, at most {@link #VERSION}
 * @param toolVersion version of Facsimile that fitted it
 * @param source facts about the trace behind it
 * @param grid the windows that arrivals are modelled on
 * @param blocks how the source's prefix blocks are cut; absent when it has none
 * @param tokensPerBlock prompt tokens per block id as the source has them, where that is not what
 *     its scheme says (ids of documents, not of equal pieces); absent otherwise and in models of
 *     version 1
 * @param classes one stratum per request class, in order of their labels
 * @param sessions how later turns follow; absent where none does, and in models of version 1
 * @param renewal how sessions of all classes together start, where that is not told by the
 *     cascades' splits; their envelopes still tell the rates
 * @param commonBursts what the bursts of the strata have in common; absent where they burst
 *     independently, and in models of version 3 and before
 * @param notReproduced of a model that no trace stands behind, one sentence for each behaviour of
 *     production traffic that it does not have; absent where one does
 * @param sharing what was done so that the model can be handed on without its trace; absent where
 *     nothing was
 * @param attribution whose data the model was fitted to, for public traces; absent where not told
 * @param provenance the steps that made it
 */
public record TrafficModel(
    String format,
    int formatVersion,
    String toolVersion,
    Source source,
    TimeGrid grid,
    Optional<BlockScheme> blocks,
    OptionalInt tokensPerBlock,
    List<ClassModel> classes,
    Optional<Branching> sessions,
    Optional<Renewal> renewal,
    Optional<CommonBursts> commonBursts,
    Optional<List<String>> notReproduced,
    Optional<Sharing> sharing,
    Optional<List<String>> attribution,
    Provenance provenance) {

  public static final String FORMAT = "facsimile-model";
  public static final int VERSION = 4;

  /**
   * The trace that was fitted.
   *
   * @param rows rows modelled
   * @param rowsLeftOut rows left out because their lengths are not known
   * @param durationNanos length of the observation, from arrival 0
   * @param sessions whether the trace has sessions, logged or reconstructed
   */
  public record Source(
      long rows, long rowsLeftOut, long durationNanos, TraceHeader.Sessions sessions) {

    public Source {
      Objects.requireNonNull(sessions, "the source does not tell of sessions");
      if (rows < 1 || rowsLeftOut < 0 || durationNanos < 1) {
        throw new IllegalArgumentException(
            "a source of "
                + rows
                + " rows over "
                + durationNanos
                + " ns, expected at least one row and some time");
      }
    }
  }

  public TrafficModel {
    Objects.requireNonNull(source, "the model has no source");
    Objects.requireNonNull(grid, "the model has no grid");
    Objects.requireNonNull(provenance, "the model has no provenance");
    classes = List.copyOf(classes);
    tokensPerBlock = tokensPerBlock == null ? OptionalInt.empty() : tokensPerBlock;
    renewal = renewal == null ? Optional.empty() : renewal;
    commonBursts = commonBursts == null ? Optional.empty() : commonBursts;
    notReproduced = notReproduced == null ? Optional.empty() : notReproduced.map(List::copyOf);
    sharing = sharing == null ? Optional.empty() : sharing;
    attribution = attribution == null ? Optional.empty() : attribution.map(List::copyOf);
    sessions = sessions == null ? Optional.empty() : sessions;
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("the model has no class, expected at least one");
    }
    commonBursts.ifPresent(common -> refuseUnlessOfGrid(common, grid));
    for (ClassModel stratum : classes) {
      long windows = grid.windows(source.durationNanos());
      if (stratum.arrivals().envelope().size() != windows) {
        throw new IllegalArgumentException(
            "class "
                + stratum.label()
                + " has an envelope of "
                + stratum.arrivals().envelope().size()
                + " windows, expected "
                + windows);
      }
      if (stratum.arrivals().levels().size() != grid.levels()) {
        throw new IllegalArgumentException(
            "class "
                + stratum.label()
                + " has a cascade of "
                + stratum.arrivals().levels().size()
                + " levels, expected "
                + grid.levels());
      }
    }
  }

  private static void refuseUnlessOfGrid(CommonBursts common, TimeGrid grid) {
    if (common.levels().size() != grid.levels()) {
      throw new IllegalArgumentException(
          "bursts in common at " + common.levels().size() + " levels, expected " + grid.levels());
    }
  }

  /** The same model with other strata and sessions. */
  public TrafficModel with(List<ClassModel> strata, Optional<Branching> turns) {
    return new TrafficModel(
        format,
        formatVersion,
        toolVersion,
        source,
        grid,
        blocks,
        tokensPerBlock,
        strata,
        turns,
        renewal,
        commonBursts,
        notReproduced,
        sharing,
        attribution,
        provenance);
  }

  /** The same model with what was done to share it. */
  public TrafficModel with(Sharing how) {
    return new TrafficModel(
        format,
        formatVersion,
        toolVersion,
        source,
        grid,
        blocks,
        tokensPerBlock,
        classes,
        sessions,
        renewal,
        commonBursts,
        notReproduced,
        Optional.of(how),
        attribution,
        provenance);
  }

  /** The same model with whose data it was fitted to. */
  public TrafficModel attributedTo(List<String> whom) {
    return new TrafficModel(
        format,
        formatVersion,
        toolVersion,
        source,
        grid,
        blocks,
        tokensPerBlock,
        classes,
        sessions,
        renewal,
        commonBursts,
        notReproduced,
        sharing,
        Optional.of(whom),
        provenance);
  }

  /** How generated prompts are cut: the source's scheme, with the pieces that it really has. */
  public Optional<BlockScheme> cut() {
    return blocks.map(
        scheme ->
            new BlockScheme(
                tokensPerBlock.orElse(scheme.blockTokens()), scheme.scope(), scheme.partialLast()));
  }

  /**
   * Reads a model.
   *
   * @throws dev.facsimile.trace.file.InputException if it is not a model that this version reads
   */
  public static TrafficModel read(Path file) throws IOException {
    return Json.document(file, FORMAT, VERSION, TrafficModel.class);
  }

  /** Writes the model. */
  public void write(Path file) throws IOException {
    Json.write(file, this);
  }
}
