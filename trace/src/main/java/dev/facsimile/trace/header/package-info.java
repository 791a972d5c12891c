/**
 * What a file says of itself: format version, provenance chain, clock, block scheme. Headers hold
 * options in a normal form, without paths, clock times or thread counts, so that the same inputs
 * give the same bytes. {@link dev.facsimile.trace.header.RunManifest} is the exception: a run
 * happened once, at a time, on a host.
 */
package dev.facsimile.trace.header;
