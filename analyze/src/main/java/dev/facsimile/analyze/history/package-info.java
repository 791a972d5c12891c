/**
 * Runs over months: a folder to which each run adds one small JSON file and nothing is ever
 * changed, slopes over it, and figures for Prometheus, as OpenMetrics text or in its remote-write
 * protocol.
 */
package dev.facsimile.analyze.history;
