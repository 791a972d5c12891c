package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;

/**
 * What requests come to in prefix caches that start empty.
 *
 * @param lru hit ratio of LRU caches of every capacity
 * @param fifo hit ratios of FIFO caches of some capacities
 * @param byBlocks hit blocks ÷ blocks of an infinite cache, as all below
 * @param byTokens hit tokens ÷ input tokens; 0 where the block size is not known
 * @param perRequest the mean over requests of hit tokens ÷ input tokens; likewise
 * @param coldHalf by blocks, of the first half of the requests
 * @param warmHalf by blocks, of the second half
 * @param tenants by blocks, of some tenants
 */
record CacheFigures(
    HitRatioCurve lru,
    double[] fifo,
    double byBlocks,
    double byTokens,
    double perRequest,
    double coldHalf,
    double warmHalf,
    double[] tenants) {}
