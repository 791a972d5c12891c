/**
 * Models of statistics of clients instead of a trace: ServeGen's windows of rate and burstiness and
 * its distributions of lengths, a folder of two files for each client.
 */
package dev.facsimile.synth.clients;
