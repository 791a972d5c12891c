/**
 * Sessions: from a request that starts one to all turns that follow it, by examples of the source.
 */
package dev.facsimile.synth.session;
