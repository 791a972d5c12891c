/**
 * Results of other load generators, read as runs: AIPerf, vLLM bench, GuideLLM, inference-perf.
 * Each reader says which facts its tool does not hold, so that no report claims them. {@link
 * dev.facsimile.analyze.peer.PeerFormats} lists them all.
 */
package dev.facsimile.analyze.peer;
