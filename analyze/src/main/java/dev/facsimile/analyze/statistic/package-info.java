/**
 * Pure statistics on two columns or two samples: ranks, dependence, distances. They know numbers
 * only, nothing of traces.
 */
package dev.facsimile.analyze.statistic;
