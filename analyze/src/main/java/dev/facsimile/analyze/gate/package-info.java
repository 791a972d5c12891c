/**
 * The gate of a release: rules from a YAML file, judged on the median of repeats against fixed
 * bounds and against a baseline's runs. A rule passes, fails or cannot be judged; how often it
 * would fail without a change (A/A) is told beside it.
 */
package dev.facsimile.analyze.gate;
