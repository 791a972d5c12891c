/**
 * How far a release still tells units apart, and what it lost: {@link
 * dev.facsimile.anonymize.risk.RiskMeter} sees every row raw and released and gives a {@link
 * dev.facsimile.anonymize.risk.RiskReport}; {@link dev.facsimile.anonymize.risk.RiskGate} holds the
 * report against a policy's bounds. One file for each measure, which names the attacker, the
 * formula and its source. Knows nothing of policies or keys.
 */
package dev.facsimile.anonymize.risk;
