/**
 * How good the detectors are on labelled texts: {@link
 * dev.facsimile.anonymize.detect.corpus.LabelledTexts} reads them, {@link
 * dev.facsimile.anonymize.detect.corpus.Evaluation} runs detectors over them and counts.
 */
package dev.facsimile.anonymize.detect.corpus;
