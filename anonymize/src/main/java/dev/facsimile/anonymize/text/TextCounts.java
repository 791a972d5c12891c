package dev.facsimile.anonymize.text;

import java.util.SortedMap;

/**
 * What was done to the text of a release, in numbers.
 *
 * @param prompts rows with text
 * @param messages texts of messages, answers and calls
 * @param surrogates texts replaced by made-up ones as a whole
 * @param untouched texts released as they were: no finding in them, or empty
 * @param spans stretches replaced inside texts, by type of finding
 * @param fallbacks texts replaced as a whole because a replaced stretch did not keep the count
 * @param otherLanguages texts replaced as a whole because their language is not in the policy
 * @param droppedFields fields and structures of messages that are not released, by kind
 * @param hitBlocksBefore blocks of the raw prompts that hit in an infinite prefix cache
 * @param hitBlocksAfter the same of the released ones
 * @param hitsMoved prompts whose number of hit blocks is another than before
 * @param blocks full blocks of the prompts
 * @param blockTokens tokens in a block
 */
public record TextCounts(
    long prompts,
    long messages,
    long surrogates,
    long untouched,
    SortedMap<String, Long> spans,
    long fallbacks,
    long otherLanguages,
    SortedMap<String, Long> droppedFields,
    long hitBlocksBefore,
    long hitBlocksAfter,
    long hitsMoved,
    long blocks,
    int blockTokens) {}
