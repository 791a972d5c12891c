/**
 * Log formats, one small reader each: how one row becomes a request. A format knows nothing of
 * files, compression, line ends or rejects. To add one, write its class and a line in {@link
 * dev.facsimile.ingest.format.LogFormats}.
 */
package dev.facsimile.ingest.format;
