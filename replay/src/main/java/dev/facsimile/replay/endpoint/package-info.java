/**
 * Endpoint protocols: what a planned request looks like on the wire and what its answer means. Each
 * is one class and one line in {@link dev.facsimile.replay.endpoint.Endpoints}. No sockets, no
 * clocks: bytes and times come in as arguments.
 */
package dev.facsimile.replay.endpoint;
