/**
 * Runs over months: a folder to which each run adds one small JSON file and nothing is ever
 * changed, slopes over it, and the latest figures as OpenMetrics text for Prometheus.
 */
package dev.facsimile.analyze.history;
