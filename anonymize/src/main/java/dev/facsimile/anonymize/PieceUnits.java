package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockUnits.Pairs;
import java.io.Serializable;

/**
 * Which units have what in a piece, as far as it is in one bucket.
 *
 * @param piece the piece's place
 * @param blocks prefix blocks
 * @param chunks keyed codes of the beginnings of its texts
 * @param tools keyed codes of the tools in its texts
 * @param contents contents of its rows; told in one of the buckets alone
 */
public record PieceUnits(int piece, Pairs blocks, Pairs chunks, Pairs tools, long contents)
    implements Serializable {}
