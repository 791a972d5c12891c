/**
 * What a report is made of: one self-contained HTML page ({@link
 * dev.facsimile.analyze.report.HtmlPage}) of sections, tables and charts drawn as SVG text, and
 * plain text tables for a terminal. Knows nothing of runs or traces; escapes everything it is
 * given; draws bins, never rows, so that a page stays small whatever the data.
 */
package dev.facsimile.analyze.report;
