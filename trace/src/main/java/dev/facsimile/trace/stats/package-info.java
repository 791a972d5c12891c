/**
 * The few statistics that two rooms share: percentiles, distances, dispersion of counts, the
 * lattice of a clock, prefix hits in an infinite cache.
 */
package dev.facsimile.trace.stats;
