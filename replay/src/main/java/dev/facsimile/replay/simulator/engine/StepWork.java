package dev.facsimile.replay.simulator.engine;

/**
 * What one step computes.
 *
 * @param prefillTokens prompt tokens, those computed again after a preemption included
 * @param prefillAttention Σ over prompt chunks of tokens × mean context, token pairs
 * @param decodeTokens tokens that decoding sequences compute: one each, more with a draft
 * @param kvTokensRead tokens of context that decoding sequences read
 */
public record StepWork(
    long prefillTokens, double prefillAttention, long decodeTokens, long kvTokensRead) {}
