/**
 * Bytes to messages, by hand: an incremental HTTP/1.1 response parser ({@link
 * dev.facsimile.replay.http.HttpResponseParser}) and an incremental server-sent events parser
 * ({@link dev.facsimile.replay.http.SseParser}). Both take whatever a socket read gave, keep only
 * what is unfinished, and know neither sockets nor clocks.
 */
package dev.facsimile.replay.http;
