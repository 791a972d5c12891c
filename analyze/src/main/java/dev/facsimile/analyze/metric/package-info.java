/**
 * What is measured of a run, by definition: latencies, objectives, summaries of samples, the
 * dimensions to slice by. Pure: one outcome or one sample in, figures out. The definitions are
 * those of {@code docs/reference/metrics.md}, method version {@link
 * dev.facsimile.trace.header.RunManifest#METHOD_VERSION}.
 */
package dev.facsimile.analyze.metric;
