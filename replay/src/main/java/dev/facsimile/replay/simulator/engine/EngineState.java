package dev.facsimile.replay.simulator.engine;

/**
 * What an engine says of itself, as vLLM's metrics do.
 *
 * @param running sequences with memory
 * @param waiting sequences in the queue, preempted ones included
 * @param kvUsage share of the KV memory that is held, from 0 to 1
 * @param preemptions so far
 * @param queriedTokens tokens that asked the prefix cache so far
 * @param hitTokens tokens that it had
 * @param prefillTokens prompt tokens computed so far, those computed again included
 * @param generatedTokens output tokens handed out so far
 * @param steps steps ended so far
 * @param busyNanos time spent in them
 */
public record EngineState(
    int running,
    int waiting,
    double kvUsage,
    long preemptions,
    long queriedTokens,
    long hitTokens,
    long prefillTokens,
    long generatedTokens,
    long steps,
    long busyNanos) {}
