package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The verdict on an axis that is made of several {@link Quantity}s: its effect is the largest
 * distance among them, its ratio that of the largest in units of its own noise.
 *
 * @param quantities those that could be judged
 * @param measured their distances in every split
 * @param notes what to say beside it
 */
record QuantitiesResult(
    List<Quantity> quantities, List<Splits.Measured> measured, List<String> notes) {

  /** Of the quantities with enough values on both sides; the others are named in the notes. */
  static QuantitiesResult of(List<Quantity> quantities, Splits splits) {
    List<Quantity> judged = new ArrayList<>();
    List<Splits.Measured> measured = new ArrayList<>();
    List<String> few = new ArrayList<>();
    for (Quantity quantity : quantities) {
      Quantity.Pooled pooled = quantity.pooled(splits);
      if (pooled.enough()) {
        judged.add(quantity);
        measured.add(splits.measured(pooled.distances(splits.groupings())));
      } else {
        few.add(quantity.name());
      }
    }
    List<String> notes = new ArrayList<>();
    if (!few.isEmpty()) {
      notes.add("too few on one side to be judged: " + String.join(", ", few));
    }
    return new QuantitiesResult(judged, measured, notes);
  }

  /**
   * The verdict.
   *
   * @param negligible the largest effect that passes whatever its ratio
   * @param summary the effect in a few words; {@code %s} stands for the worst quantity
   * @param notes more to say
   */
  AxisResult judged(AxisId id, double negligible, String summary, List<String> notes) {
    NoiseRatio noise = NoiseRatio.of(measured, NoiseRatio.Growth.LINEAR);
    List<AxisResult.Part> parts = new ArrayList<>();
    double effect = 0;
    for (int i = 0; i < quantities.size(); i++) {
      double distance = quantities.get(i).effect();
      effect = Math.max(effect, distance);
      parts.add(quantities.get(i).part(distance, noise.parts()[i]));
    }
    List<String> sentences = new ArrayList<>();
    Quantity worst = quantities.get(noise.worst());
    // A terminal has room for the first sentence only.
    List<String> first = new ArrayList<>(List.of("worst: " + worst.name()));
    first.addAll(notes);
    sentences.add(String.join("; ", first));
    sentences.addAll(this.notes);
    return new AxisResult.Judged(
        id,
        effect,
        "KS",
        noise.ratio(),
        noise.nStar(),
        effect <= negligible,
        summary + String.format(Locale.ROOT, "KS %.3f", effect),
        parts,
        sentences);
  }
}
