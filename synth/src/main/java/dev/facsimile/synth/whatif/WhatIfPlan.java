package dev.facsimile.synth.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What-ifs as they were asked for, in options and in files, and what is wrong with them. */
public final class WhatIfPlan {
  private static final int VERSION = 1;
  private static final String LIST = "what_ifs";
  private static final List<String> CLOCKS = List.of("shift", "repeat");

  private final List<Asked> asked = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  /** A what-if, and how it was written. */
  private record Asked(WhatIfKind kind, WhatIf whatIf, String text) {}

  /** Adds one, as {@code key=value,key=value}. */
  public void add(String name, String text) {
    WhatIfKind kind = WhatIfs.of(name).orElseThrow();
    kind.read(Fields.of(name, text, kind.lone(), errors))
        .ifPresent(whatIf -> asked.add(new Asked(kind, whatIf, name + " " + text)));
  }

  /**
   * Adds those of a YAML file.
   *
   * @throws InputException if it is not YAML, or not a file of what-ifs
   */
  public void addFile(Path file) throws IOException {
    JsonNode root = YamlSection.tree(file);
    if (root.path("version").asInt() != VERSION || !root.path(LIST).isArray()) {
      errors.add(file + " is no file of what-ifs, expected version: 1 and a list what_ifs");
    }
    List<String> unknown = new ArrayList<>();
    NearMiss.check(file + ": ", root.fieldNames(), List.of("version", LIST), unknown);
    errors.addAll(unknown);
    int number = 0;
    for (JsonNode entry : root.path(LIST)) {
      addEntry(file + ", what-if " + ++number + ":", entry);
    }
  }

  private void addEntry(String where, JsonNode entry) {
    if (!entry.isObject() || entry.size() != 1) {
      errors.add(where + " expected a mapping of one name to its values");
      return;
    }
    String name = entry.fieldNames().next();
    Optional<WhatIfKind> kind = WhatIfs.of(name);
    if (kind.isEmpty()) {
      errors.add(
          where
              + " "
              + name
              + " is unknown, "
              + NearMiss.of(name, WhatIfs.names())
                  .map(near -> "did you mean " + near + "?")
                  .orElse("expected one of " + String.join(", ", WhatIfs.names())));
      return;
    }
    Map<String, String> values = values(where, kind.get(), entry.get(name));
    int before = errors.size();
    Optional<WhatIf> made = kind.get().read(new Fields(where + " " + name, values, errors));
    if (errors.size() == before) {
      StringBuilder text = new StringBuilder(name);
      values.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
      made.ifPresent(whatIf -> asked.add(new Asked(kind.get(), whatIf, text.toString())));
    }
  }

  private Map<String, String> values(String where, WhatIfKind kind, JsonNode node) {
    Map<String, String> values = new LinkedHashMap<>();
    if (node.isObject()) {
      node.propertyStream()
          .forEach(
              field -> {
                if (field.getValue().isValueNode()) {
                  values.put(field.getKey(), field.getValue().asText());
                } else {
                  errors.add(where + " " + field.getKey() + " is no value");
                }
              });
    } else if (node.isValueNode() && !node.isNull() && !kind.lone().isEmpty()) {
      values.put(kind.lone(), node.asText());
    } else {
      errors.add(where + " " + kind.name() + " has no values, expected " + kind.usage());
    }
    return values;
  }

  /** Everything that is wrong so far. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** Whether nothing was asked for. */
  public boolean isEmpty() {
    return asked.isEmpty();
  }

  /** Whether time runs so many times as fast; 1 where it does not. */
  public double timeCompression() {
    return asked.stream()
        .filter(one -> one.whatIf() instanceof TimeCompress)
        .mapToDouble(one -> ((TimeCompress) one.whatIf()).factor())
        .reduce(1, (a, b) -> a * b);
  }

  /**
   * A changed generation.
   *
   * @param generation with everything that was asked for
   * @param gauges that measure what came of it
   */
  public record Applied(Generation generation, List<Gauge> gauges) {}

  /**
   * Applies all of them, kind by kind, in the order of {@link WhatIfs}.
   *
   * @throws InputException if one cannot be made of this model, with every reason
   */
  public Applied apply(Generation generation) throws IOException {
    List<Asked> inOrder = new ArrayList<>(asked);
    inOrder.sort(Comparator.comparingInt(one -> WhatIfs.all().indexOf(one.kind())));
    Experiment experiment = new Experiment(generation);
    List<String> mistakes = new ArrayList<>();
    if (timeCompression() != 1 && asked.stream().anyMatch(one -> one.whatIf().timed())) {
      mistakes.add("time-compress goes with no what-if that names a time");
    }
    if (asked.stream().filter(one -> CLOCKS.contains(one.kind().name())).count() > 1) {
      mistakes.add("there is more than one shift or repeat, expected one of them");
    }
    for (Asked one : inOrder) {
      mistakes.addAll(one.whatIf().mistakes(experiment));
    }
    if (!mistakes.isEmpty()) {
      throw new InputException(String.join("; ", mistakes));
    }
    List<Experiment> before = new ArrayList<>();
    for (Asked one : inOrder) {
      before.add(experiment);
      experiment = one.whatIf().on(experiment);
      experiment =
          experiment.with(
              experiment.course().with(experiment.course().told().withOption(one.text())));
    }
    List<Gauge> gauges = new ArrayList<>();
    for (int i = 0; i < inOrder.size(); i++) {
      gauges.add(inOrder.get(i).whatIf().gauge(before.get(i), experiment));
    }
    return new Applied(experiment.generation(), gauges);
  }
}
