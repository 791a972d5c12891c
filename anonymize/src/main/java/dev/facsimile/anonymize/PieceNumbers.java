package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.CodeRanks;
import java.io.Serializable;

/**
 * The ranks that a piece's ids have in one bucket.
 *
 * @param piece the piece's place
 * @param bucket the bucket
 * @param ranks of each {@link PieceIds.Kind}
 */
public record PieceNumbers(int piece, int bucket, CodeRanks.Ranked[] ranks)
    implements Serializable {}
