/**
 * Text inside text: decoders of base64, hexadecimal, escapes and compressed runs, and the joining
 * of values that were split over stream events or message parts. Each gives a new text together
 * with the way back to the original.
 */
package dev.facsimile.anonymize.detect.layer;
