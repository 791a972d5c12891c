package dev.facsimile.anonymize;

import java.io.Serializable;

/**
 * How many rows and ids a trace has.
 *
 * @param rows its rows
 * @param requests distinct request ids
 * @param sessions distinct sessions
 * @param tenants distinct tenants
 * @param users distinct users; 0 unless they are released
 * @param blocks numbers that blocks have
 * @param sharedBlocks blocks that keep one number because at least k units have them
 * @param splitBlocks blocks of several units, fewer than k, which got a number for each unit
 * @param units units; 1 with a single owner
 * @param mostRequests requests of the unit that has most
 */
public record IdCounts(
    long rows,
    long requests,
    long sessions,
    long tenants,
    long users,
    long blocks,
    long sharedBlocks,
    long splitBlocks,
    long units,
    long mostRequests)
    implements Serializable {}
