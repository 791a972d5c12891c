/**
 * Generating: model and seed to the rows of a workload. Slices of root windows are drawn by
 * themselves, on any number of threads, and put in order; prefixes and ids are given in that order.
 */
package dev.facsimile.synth.generate;
