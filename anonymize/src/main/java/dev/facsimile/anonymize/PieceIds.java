package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.CodeSet;
import java.io.Serializable;
import java.util.List;

/**
 * What a piece tells of its ids whose codes are in one bucket.
 *
 * @param piece the piece's place
 * @param codes of each {@link Kind}
 * @param units the codes of its units, in order
 * @param unitRows rows of each
 * @param overviews of its rows; in one of the buckets alone
 */
public record PieceIds(
    int piece, CodeSet[] codes, long[] units, long[] unitRows, List<Overview> overviews)
    implements Serializable {

  /** Kinds of ids that are numbered, each for itself. */
  enum Kind {
    REQUEST,
    SESSION,
    TENANT,
    USER,
    BLOCK,
    TOOL
  }
}
