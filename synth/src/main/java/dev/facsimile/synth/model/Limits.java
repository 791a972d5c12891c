package dev.facsimile.synth.model;

import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a model does not keep of its source. */
public final class Limits {
  private Limits() {}

  /** One sentence for each thing that {@code model} leaves out, as far as its source has it. */
  public static List<String> of(TrafficModel model) {
    List<String> limits = new ArrayList<>();
    boolean tenants = model.classes().stream().anyMatch(c -> c.tenant().isPresent());
    limits.add(
        tenants
            ? "Other fields: model and route are drawn by class and large tenant, those of smaller"
                + " tenants with the tenant by class, without regard to lengths."
            : "Other fields: tenant, model and route are drawn by class, without regard to"
                + " lengths.");
    if (model.classes().size() > 1) {
      limits.add(bursts(model, tenants));
    }
    limits.add(
        model
            .sessions()
            .map(
                sessions ->
                    "Sessions: a turn depends on the one before it, not on the whole session; turns"
                        + " after the source's end are not known.")
            .orElse("Sessions: the source shows none, every request stands alone."));
    if (model.classes().stream().allMatch(c -> c.lengths().drift().isEmpty())) {
      limits.add("Drift: lengths are the same at all times.");
    }
    limits.add("Silences are where the source has them, at its time, in every workload.");
    model.blocks().ifPresent(blocks -> limits.addAll(ofPrefixes(blocks)));
    limits.add("Failures, latencies, cached and reasoning tokens are not generated.");
    return limits;
  }

  private static String bursts(TrafficModel model, boolean tenants) {
    String who = "Classes" + (tenants ? " and large tenants" : "");
    long rootSeconds = model.grid().rootNanos() / 1_000_000_000;
    return model.commonBursts().isPresent()
        ? who
            + " burst together as far as told above, and independently of each other within "
            + String.format(Locale.ROOT, "%.3g s.", model.grid().cellNanos() / 1e9)
        : who + " burst independently of each other within a window of " + rootSeconds + " s.";
  }

  private static List<String> ofPrefixes(BlockScheme blocks) {
    List<String> limits = new ArrayList<>();
    limits.add(
        "Prefixes: prompts continue prompts of their own class only, by whole blocks, and documents"
            + " are shared within a class only.");
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
