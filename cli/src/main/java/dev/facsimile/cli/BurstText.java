package dev.facsimile.cli;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.TrafficModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What the bursts of a model's tenants and classes have in common, for a person. */
final class BurstText {
  private BurstText() {}

  /** A line for tenants and one for classes, as far as the model has several. */
  static List<String> of(TrafficModel model) {
    List<ClassModel> strata = model.classes();
    if (strata.size() < 2) {
      return List.of();
    }
    Optional<CommonBursts> common = model.commonBursts();
    if (common.isEmpty()) {
      return List.of(
          "nothing in common was seen beyond chance: tenants and classes burst by themselves");
    }
    long classes = strata.stream().map(ClassModel::requestClass).distinct().count();
    String tenants = "tenants of a class " + shares(common.get(), CommonBursts.Share::tenants);
    String between = "classes " + shares(common.get(), CommonBursts.Share::classes);
    if (classes == 1) {
      return List.of(tenants);
    }
    return classes == strata.size() ? List.of(between) : List.of(tenants, between);
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
