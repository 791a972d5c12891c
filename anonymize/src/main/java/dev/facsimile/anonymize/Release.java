package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.approval.ApprovalManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A release that was written, and what its operator should know of it.
 *
 * @param trace the anonymized trace
 * @param manifest what lies beside it
 * @param principal what told units apart, after the policy's rule for absent columns
 * @param units how many units there are; 1 with a single owner
 * @param kept columns with values of which something is released
 * @param dropped columns with values of which nothing is released, and how many values
 * @param figures risk and loss in short
 * @param risk every risk measured, and the loss
 * @param doubts bounds that were kept by a figure, but not by its whole interval
 * @param text what was done to text; absent under a profile without text
 * @param seal signs the manifest while this release is being finished; never written
 */
public record Release(
    Path trace,
    ApprovalManifest manifest,
    Principal principal,
    long units,
    List<String> kept,
    SortedMap<String, Long> dropped,
    Figures figures,
    RiskReport risk,
    List<String> doubts,
    Optional<TextCounts> text,
    ReleaseSeal seal) {

  /**
   * Risk and loss in numbers, each a share from 0 to 1.
   *
   * @param uniqueBefore raw requests that are alone with their (input, output) lengths
   * @param uniqueAfter the same of the released requests
   * @param largestUnit requests of the unit that has most
   * @param prefixHits hits of full blocks, where blocks are released
   */
  public record Figures(
      double uniqueBefore,
      double uniqueAfter,
      double largestUnit,
      Optional<HitShares> prefixHits) {}

  /**
   * Hit blocks ÷ blocks in an infinite cache.
   *
   * @param before of the raw trace
   * @param after of the release
   */
  public record HitShares(double before, double after) {}

  /** This release with another manifest. */
  public Release with(ApprovalManifest other) {
    return new Release(
        trace, other, principal, units, kept, dropped, figures, risk, doubts, text, seal);
  }

  /** Where the manifest lies. */
  public Path manifestPath() {
    return ApprovalManifest.beside(trace);
  }
}
