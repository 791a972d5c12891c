package dev.facsimile.synth.model;

import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.List;

/** What a model does not keep of its source. */
public final class Limits {
  private Limits() {}

  /** One sentence for each thing that {@code model} leaves out, as far as its source has it. */
  public static List<String> of(TrafficModel model) {
    List<String> limits = new ArrayList<>();
    limits.add(
        "Other fields: tenant, model and route are drawn by class, without regard to lengths.");
    if (model.classes().size() > 1) {
      limits.add(
          "Classes burst independently of each other within a window of "
              + model.grid().rootNanos() / 1_000_000_000
              + " s.");
    }
    limits.add("Silences longer than a window are only as long as the envelope makes them.");
    model.blocks().ifPresent(blocks -> limits.addAll(ofPrefixes(blocks)));
    limits.add("Failures, latencies, cached and reasoning tokens are not generated.");
    return limits;
  }

  private static List<String> ofPrefixes(BlockScheme blocks) {
    List<String> limits = new ArrayList<>();
    limits.add("Prefixes: prompts continue prompts of their own class only, by whole blocks.");
    if (blocks.scope() != BlockScheme.Scope.GLOBAL) {
      limits.add(
          "Block ids: the source's hold within one "
              + blocks.scope().word()
              + ", generated ones everywhere; no trunk is kept, and a continuation has its parent's"
              + " origin.");
    }
    return limits;
  }
}
