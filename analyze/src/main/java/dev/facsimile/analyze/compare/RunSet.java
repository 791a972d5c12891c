package dev.facsimile.analyze.compare;

import dev.facsimile.analyze.run.Figure;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One side of a comparison: repeats of one load on one server.
 *
 * @param name its name in reports
 * @param runs at least one
 */
public record RunSet(String name, List<RunAnalysis> runs) {

  public RunSet {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run in " + name);
    }
  }

  /** The repeats' values of a figure, of those that have it. */
  public List<Figure> figures(Optional<String> slice, String figure) {
    List<Figure> found = new ArrayList<>();
    for (RunAnalysis run : runs) {
      Figure one =
          slice
              .map(key -> Optional.ofNullable(run.sliceFigures().get(key)))
              .orElse(Optional.of(run.figures()))
              .map(figures -> figures.get(figure))
              .orElse(null);
      if (one != null) {
        found.add(one);
      }
    }
    return found;
  }

  /** Slices that every repeat has. */
  Set<String> slices() {
    Set<String> keys = new LinkedHashSet<>(runs.get(0).sliceFigures().keySet());
    runs.forEach(run -> keys.retainAll(run.sliceFigures().keySet()));
    return keys;
  }

  /** What the repeats say of a fact; repeats may differ in their seeds. */
  String fact(Fact fact) {
    return runs.stream()
        .map(run -> fact.of(run.manifest()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Why its figures should be read with care, one sentence each. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    for (RunAnalysis run : runs) {
      if (run.verdict() != RunManifest.Verdict.VALID) {
        doubts.add("The client of " + run.name() + " was " + run.verdict().word() + ".");
      }
      if (run.manifest().state() == RunManifest.State.PARTIAL) {
        doubts.add(run.name() + " was interrupted.");
      }
    }
    return doubts;
  }
}
