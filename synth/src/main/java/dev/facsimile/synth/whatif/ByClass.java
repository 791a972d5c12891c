package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.file.NearMiss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Values by the names of classes; {@value #ALL} is that of the classes that are not named.
 *
 * @param values at least one
 */
record ByClass<T>(Map<String, T> values) {
  static final String ALL = "all";

  /** The values of all fields. */
  static <T> ByClass<T> of(Fields fields, BiFunction<String, String, T> value) {
    Map<String, T> values = new TreeMap<>();
    fields.all().forEach((name, text) -> values.put(name, value.apply(name, text)));
    return new ByClass<>(values);
  }

  Optional<T> of(String name) {
    return Optional.ofNullable(values.getOrDefault(name, values.get(ALL)));
  }

  /** A sentence for every name that is no class of the model. */
  List<String> mistakes(String option, TrafficModel model) {
    List<String> known =
        new ArrayList<>(model.classes().stream().map(Experiment::nameOf).distinct().toList());
    List<String> mistakes = new ArrayList<>();
    for (String name : values.keySet()) {
      if (!name.equals(ALL) && !known.contains(name)) {
        mistakes.add(
            option
                + " names the class '"
                + name
                + "', "
                + NearMiss.of(name, known)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("expected one of " + String.join(", ", known)));
      }
    }
    return mistakes;
  }

  /** The classes of the model that have a value. */
  List<String> names(TrafficModel model) {
    return model.classes().stream()
        .map(Experiment::nameOf)
        .distinct()
        .filter(name -> of(name).isPresent())
        .toList();
  }

  /** For people. */
  String shown() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append(text.length() == 0 ? "" : ", ").append(name).append(' ').append(value));
    return text.toString();
  }
}
