/**
 * Endpoint protocols: what a planned request looks like on the wire and what its answer means. Each
 * is one class and one line in {@link dev.facsimile.replay.endpoint.Endpoints}. No sockets: bytes
 * and times come in as arguments, and a clock only for the dates that servers send.
 */
package dev.facsimile.replay.endpoint;
