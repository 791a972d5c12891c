package dev.facsimile.synth.share;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Sharing;
import dev.facsimile.synth.model.TrafficModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A fitted model as one that may be handed on: every number tells of a minimum count of requests,
 * and every example is drawn from numbers that do.
 */
public final class SharedModel {
  private final TrafficModel model;
  private final int minCount;

  private SharedModel(TrafficModel model, int minCount) {
    this.model = model;
    this.minCount = minCount;
  }

  /**
   * Of a model whose classes have {@code minCount} requests each.
   *
   * @param minCount 2 or more
   */
  public static TrafficModel of(TrafficModel model, int minCount) {
    return new SharedModel(model, minCount).shared();
  }

  private TrafficModel shared() {
    List<ClassModel> classes = model.classes().stream().map(this::shared).toList();
    return model
        .with(classes, model.sessions().flatMap(new SharedSessions(minCount)::of))
        .with(new Sharing(OptionalInt.of(minCount), Optional.empty(), generalised()));
  }

  private ClassModel shared(ClassModel stratum) {
    // A class that hardly starts a session is told as one that starts none.
    boolean starts = stratum.sessionStarts() >= minCount;
    return new ClassModel(
        stratum.requestClass(),
        stratum.tenant(),
        stratum.requests(),
        OptionalLong.of(starts ? stratum.sessionStarts() : 0),
        SharedLengths.of(stratum.lengths(), minCount),
        SharedArrivals.of(
            stratum.arrivals(),
            model.grid(),
            model.source().durationNanos(),
            starts ? minCount : Integer.MAX_VALUE),
        stratum.mix(),
        stratum.prefix().map(new SharedPrefixes(minCount)::of),
        stratum.patience());
  }

  private List<String> generalised() {
    List<String> sentences = new ArrayList<>();
    sentences.add("Lengths and times of less than " + minCount + " requests are told together.");
    sentences.add(
        "Classes, tenants and combinations of fields with less than "
            + minCount
            + " requests are told as `other`, or with the most common.");
    sentences.add("No pattern of arrivals within a second is kept: halves of halves are counted.");
    if (model.sessions().isPresent()) {
      sentences.add(
          "Examples of how sessions go on were drawn from groups of "
              + minCount
              + " alike turns or more; none is a request of the source.");
    }
    return sentences;
  }
}
