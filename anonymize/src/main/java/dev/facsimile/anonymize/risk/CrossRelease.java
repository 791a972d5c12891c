package dev.facsimile.anonymize.risk;

/**
 * Ids of two releases of one trace, each under a key of its own: somebody who holds both must not
 * be able to join them. Ids are dense numbers, so that by chance one id of each kind has the same
 * number in both, as one card of a well-shuffled pack lies in its old place.
 *
 * @param ids request, session, tenant and user ids compared
 * @param equal ids with the same number in both
 * @param chance how many chance alone makes equal: one for each kind
 */
public record CrossRelease(long ids, long equal, int chance) {}
