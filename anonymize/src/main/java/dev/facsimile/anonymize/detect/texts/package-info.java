/**
 * Files of texts, one JSON object a line: {@link dev.facsimile.anonymize.detect.texts.TextFiles}
 * reads them in order, looks at lines on all cores, and writes one line for each.
 */
package dev.facsimile.anonymize.detect.texts;
