package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One side of a comparison.
 *
 * @param name the file's or folder's name
 * @param kind what it is
 * @param traffic its requests
 * @param leftOut rows that were left out: without known lengths, or of a run never sent
 * @param latticeNanos lattice of its clock, if one is known
 * @param blocks how its prefix blocks are cut, if it has some
 * @param synthetic whether its own header says that no trace stands behind it
 * @param declaredChanges one sentence for each what-if that makes it differ on purpose
 * @param unapproved whether it is, or was made from, a trace without a valid approval
 * @param approval the approval that it stands under, if it is known
 * @param provenance the steps that made it
 * @param declared the same what-ifs for programs
 * @param notReproduced what a synthetic side says it does not reproduce of production traffic
 * @param sessionsReconstructed whether its sessions were not logged but worked out from its rows
 * @param longSide what is known of every request, where {@code traffic} holds those of a random
 *     share of its sessions only
 */
public record Side(
    String name,
    Kind kind,
    Traffic traffic,
    long leftOut,
    OptionalLong latticeNanos,
    Optional<BlockScheme> blocks,
    boolean synthetic,
    List<String> declaredChanges,
    boolean unapproved,
    Optional<ApprovalReference> approval,
    Provenance provenance,
    Declared declared,
    List<String> notReproduced,
    boolean sessionsReconstructed,
    Optional<LongSide> longSide) {

  /** What a side was read from. */
  public enum Kind {
    TRACE("trace"),
    WORKLOAD("workload"),
    RUN("run");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word in reports. */
    public String word() {
      return word;
    }
  }

  public Side {
    declaredChanges = List.copyOf(declaredChanges);
    notReproduced = List.copyOf(notReproduced);
  }

  /** A side that is held whole, without what-ifs, its sessions as logged. */
  public Side(
      String name,
      Kind kind,
      Traffic traffic,
      long leftOut,
      OptionalLong latticeNanos,
      Optional<BlockScheme> blocks,
      boolean synthetic,
      List<String> declaredChanges,
      boolean unapproved,
      Provenance provenance) {
    this(
        name,
        kind,
        traffic,
        leftOut,
        latticeNanos,
        blocks,
        synthetic,
        declaredChanges,
        unapproved,
        Optional.empty(),
        provenance,
        Declared.NOTHING,
        List.of(),
        false,
        Optional.empty());
  }

  /** The same side of which not all requests are held. */
  Side of(LongSide all) {
    return new Side(
        name,
        kind,
        all.sample(),
        leftOut,
        latticeNanos,
        blocks,
        synthetic,
        declaredChanges,
        unapproved,
        approval,
        provenance,
        declared,
        notReproduced,
        sessionsReconstructed,
        Optional.of(all));
  }

  /** Its requests with known lengths. */
  long requests() {
    return longSide.map(LongSide::rowsRead).orElseGet(() -> (long) traffic.rows());
  }

  /** The last arrival, nanoseconds. */
  long spanNanos() {
    return longSide.map(LongSide::lastNanos).orElseGet(traffic::spanNanos);
  }

  /** Its sessions, a request without one counted as one; estimated where not all are held. */
  long sessions() {
    return longSide.map(LongSide::sessions).orElseGet(() -> (long) traffic.sessionCount());
  }

  /** What is known of every request, on the source's clock if that is coarser than this side's. */
  EveryRequest everyRequest(Traffic onClock) {
    return longSide.isPresent() ? longSide.get() : new EveryRequest.Held(onClock);
  }

  /** Requests per second over the span of the arrivals; 0 when they all come at once. */
  double ratePerSecond() {
    return spanNanos() == 0 ? 0 : requests() / (spanNanos() / 1e9);
  }

  /** Prefix hits in an infinite cache, if the requests have blocks and come in order. */
  Optional<HitShares> prefixHits() {
    if (longSide.isPresent()) {
      return longSide.get().hits().filter(hits -> blocks.isPresent());
    }
    return traffic
        .prefixes()
        .filter(prefixes -> blocks.isPresent() && prefixes.unordered().isEmpty())
        .map(prefixes -> HitShares.of(traffic, prefixes, blocks.get(), 0, traffic.rows()));
  }

  /** The seed of the step that last used one. */
  Optional<Long> seed() {
    return provenance.steps().stream().flatMap(step -> step.seed().stream()).reduce((a, b) -> b);
  }

  /** SHA-256 of the model that it was generated from, if it was. */
  Optional<String> modelSha256() {
    return provenance.steps().stream()
        .flatMap(step -> step.inputs().stream())
        .filter(input -> input.role().equals("model"))
        .map(Step.InputFile::sha256)
        .reduce((a, b) -> b);
  }
}
