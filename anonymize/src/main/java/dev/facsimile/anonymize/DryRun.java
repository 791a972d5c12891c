package dev.facsimile.anonymize;

import dev.facsimile.anonymize.plan.ContentProfile;
import dev.facsimile.anonymize.plan.DiffSample;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.risk.CrossRelease;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskReport;
import java.util.List;
import java.util.SortedMap;

/**
 * What a policy would do to a trace; nothing was written. Holds names of columns, counts and
 * figures, no value of any row.
 *
 * @param principal what tells units apart, after the policy's rule for absent columns
 * @param units how many units there are; 1 with a single owner
 * @param kept columns with values of which something would be released
 * @param dropped columns with values of which nothing would be released, and how many values
 * @param counts what was done, as in a manifest
 * @param content what the texts are and what detectors find in them
 * @param risk every risk measured, and the loss
 * @param crossRelease ids against those of a second release of the same trace
 * @param gate whether the release would be written
 * @param diff a few rows of each stratum, before and after
 */
public record DryRun(
    Principal principal,
    long units,
    List<String> kept,
    SortedMap<String, Long> dropped,
    SortedMap<String, Long> counts,
    ContentProfile content,
    RiskReport risk,
    CrossRelease crossRelease,
    RiskGate gate,
    List<DiffSample.Sampled> diff) {}
