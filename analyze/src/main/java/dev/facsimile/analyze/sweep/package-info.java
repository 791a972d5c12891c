/**
 * A sweep of loads: throughput against latency, where more load stops helping, the knee, and the
 * best operating point under the objectives; two stacks on one page.
 */
package dev.facsimile.analyze.sweep;
