/**
 * Scenarios: traffic that no trace stands behind, told by a person in YAML and turned into a model
 * like a fitted one.
 */
package dev.facsimile.synth.scenario;
