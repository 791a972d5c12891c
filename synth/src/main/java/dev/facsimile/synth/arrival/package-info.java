/**
 * Arrivals: from counted windows to a beta-binomial cascade, and from that to arrival times, one
 * root window at a time.
 */
package dev.facsimile.synth.arrival;
