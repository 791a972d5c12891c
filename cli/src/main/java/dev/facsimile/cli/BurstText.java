package dev.facsimile.cli;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.Sharing;
import dev.facsimile.synth.model.TrafficModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What the bursts of a model's tenants and classes have in common, for a person. */
final class BurstText {
  /** Version of the models' layout since which a fit looks at what bursts have in common. */
  private static final int FIRST_THAT_LOOKS = 4;

  private BurstText() {}

  /**
   * A line for tenants and one for classes, as far as the model has several; none where nobody
   * looked at what they have in common.
   */
  static List<String> of(TrafficModel model) {
    List<ClassModel> strata = model.classes();
    if (strata.size() < 2) {
      return List.of();
    }
    Optional<CommonBursts> common = model.commonBursts();
    if (common.isEmpty()) {
      return wereLookedAt(model)
          ? List.of(
              "nothing in common was seen beyond chance: tenants and classes burst by themselves")
          : List.of();
    }
    long classes = strata.stream().map(ClassModel::requestClass).distinct().count();
    String tenants = "tenants of a class " + shares(common.get(), CommonBursts.Share::tenants);
    String between = "classes " + shares(common.get(), CommonBursts.Share::classes);
    if (classes == 1) {
      return List.of(tenants);
    }
    return classes == strata.size() ? List.of(between) : List.of(tenants, between);
  }

  /** Whether the model was fitted to the requests of a trace, by a version that looks at bursts. */
  private static boolean wereLookedAt(TrafficModel model) {
    return model.formatVersion() >= FIRST_THAT_LOOKS
        && model.notReproduced().isEmpty()
        && model.sharing().flatMap(Sharing::privacy).isEmpty();
  }

  private static String shares(CommonBursts common, ToDoubleFunction<CommonBursts.Share> share) {
    return common.levels().stream()
        .map(
            level ->
                String.format(
                    Locale.ROOT,
                    "%.0f %% in %.3g s",
                    100 * share.applyAsDouble(level),
                    2 * level.childNanos() / 1e9))
        .collect(Collectors.joining(", "));
  }
}
