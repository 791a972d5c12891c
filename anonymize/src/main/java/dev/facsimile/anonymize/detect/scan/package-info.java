/**
 * The scan: {@link dev.facsimile.anonymize.detect.scan.TextScanner} finds the anchors of all
 * detectors in one pass, lets each detector look around its own, goes into decoded and joined text,
 * and gives the findings in positions of the original.
 */
package dev.facsimile.anonymize.detect.scan;
