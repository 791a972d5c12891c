package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Every risk measured on a release and what the release lost. Numbers and names of columns only: no
 * value of a raw or released row is in it, so that it may lie in a manifest. {@code
 * Json.toTree(report)} is its JSON form.
 *
 * @param unit whose data it is
 * @param units how many of them
 * @param rows requests measured
 * @param k the least class size that the policy asks for
 * @param seed of every sample drawn: the same rows and seed give the same report
 * @param prosecutor risk of the units on the attributes that one may know of them
 * @param lengthPairs how alone requests are with their (input, output) lengths
 * @param unicity units that a few known requests single out, by what is known of each
 * @param linkability whether two halves of a unit's rows find each other
 * @param clock whether the release's clock can be aligned with the true one
 * @param inference what members' attributes can be told by, one for each attribute
 * @param confirmation whether a guessed prompt or id can be confirmed by public functions
 * @param planted blocks that fewer than k units share; absent without blocks or with one owner
 * @param dominance the largest units' shares; absent when each request is a unit
 * @param residual findings in released texts
 * @param fidelity what the release lost
 * @param unmeasured measures without a figure, and why
 */
public record RiskReport(
    DataUnit unit,
    long units,
    long rows,
    int k,
    long seed,
    BeforeAfter<ProsecutorRisk> prosecutor,
    Optional<BeforeAfter<LengthPairRisk>> lengthPairs,
    List<BeforeAfter<Unicity>> unicity,
    Optional<Linkability> linkability,
    List<ClockAlignment> clock,
    List<InferenceGain> inference,
    Confirmation confirmation,
    Optional<PlantedPrompts> planted,
    Optional<Dominance> dominance,
    Residual residual,
    FidelityLoss fidelity,
    List<Unmeasured> unmeasured) {

  /**
   * A measure without a figure.
   *
   * @param measure its name, as in this report
   * @param reason why, as a clause
   * @param inherent whether such an attack does not exist on this kind of release; otherwise the
   *     data do not suffice to measure it
   */
  public record Unmeasured(String measure, String reason, boolean inherent) {}

  public RiskReport {
    unicity = List.copyOf(unicity);
    clock = List.copyOf(clock);
    inference = List.copyOf(inference);
    unmeasured = List.copyOf(unmeasured);
  }

  /** The same report with what was not measured. */
  RiskReport withUnmeasured(List<Unmeasured> measures) {
    return with(planted, residual, measures);
  }

  /** The same report with what was found of planted prompts in all rows, if this is of a sample. */
  public RiskReport withPlanted(PlantedPrompts found) {
    return with(Optional.of(found), residual, unmeasured);
  }

  /** The same report with what was found in contents, if those of its rows were left out. */
  public RiskReport withContents(ResidualTexts.Found found) {
    return with(planted, residual.plus(found), unmeasured);
  }

  private RiskReport with(
      Optional<PlantedPrompts> prompts, Residual texts, List<Unmeasured> measures) {
    return new RiskReport(
        unit,
        units,
        rows,
        k,
        seed,
        prosecutor,
        lengthPairs,
        unicity,
        linkability,
        clock,
        inference,
        confirmation,
        prompts,
        dominance,
        texts,
        fidelity,
        measures);
  }

  /** Why there is no figure for {@code measure}, if there is none. */
  public Optional<Unmeasured> unmeasured(String measure) {
    return unmeasured.stream().filter(each -> each.measure().equals(measure)).findFirst();
  }

  /**
   * Every figure by its path in the JSON form, such as {@code prosecutor.after.max}; what a
   * manifest signs when it wants a flat list.
   */
  public SortedMap<String, Double> figures() {
    SortedMap<String, Double> figures = new TreeMap<>();
    flatten("", Json.toTree(this), figures);
    return figures;
  }

  private static void flatten(String path, JsonNode node, SortedMap<String, Double> figures) {
    if (node.isNumber()) {
      figures.put(path, node.asDouble());
    }
    String prefix = path.isEmpty() ? "" : path + ".";
    node.propertyStream()
        .toList()
        .forEach(field -> flatten(prefix + field.getKey(), field.getValue(), figures));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      flatten(prefix + name(node.get(i), i), node.get(i), figures);
    }
  }

  /** A list's item by what it measures, where it says so. */
  private static String name(JsonNode item, int index) {
    List<String> names = new ArrayList<>();
    for (String key : List.of("attribute", "known", "points", "window_seconds")) {
      for (Map.Entry<String, JsonNode> field : item.propertyStream().toList()) {
        if (field.getKey().equals(key) && field.getValue().isValueNode()) {
          names.add(field.getValue().asText());
        }
      }
    }
    return names.isEmpty() ? String.valueOf(index) : String.join("_", names);
  }
}
