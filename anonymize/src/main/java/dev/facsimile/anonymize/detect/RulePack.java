package dev.facsimile.anonymize.detect;

import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.List;

/**
 * Detectors that a policy switches on together.
 *
 * @param name as the policy writes it, such as {@code secrets}
 * @param about what it finds, for people
 * @param detectors its detectors
 */
public record RulePack(String name, String about, List<Detector> detectors) {
  public RulePack {
    detectors = List.copyOf(detectors);
  }
}
