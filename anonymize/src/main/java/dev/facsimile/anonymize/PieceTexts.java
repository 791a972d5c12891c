package dev.facsimile.anonymize;

import dev.facsimile.anonymize.risk.ResidualTexts;
import dev.facsimile.anonymize.text.NewBlocks;
import dev.facsimile.anonymize.text.ReleasedTexts;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.anonymize.text.TextProfile;
import java.io.Serializable;

/**
 * The released texts of one piece, and what was done to them: of its own rows, in their order,
 * whoever writes them.
 */
final class PieceTexts implements RowMask.Text {
  private final Piece piece;
  private final ReleasedTexts own;

  /** For rows of other pieces that this one writes. */
  private final ReleasedTexts others;

  private final ResidualTexts residual;

  PieceTexts(
      Piece piece,
      TextProfile profile,
      PieceLearned learned,
      NewBlocks blocks,
      ResidualTexts residual) {
    this.piece = piece;
    own = profile.released(learned, blocks);
    others = profile.released(learned);
    this.residual = residual;
  }

  @Override
  public String released(String content, long unit, long row) {
    return (piece.has(row - 1) ? own : others).of(content, unit, row);
  }

  /** Looks at the next released content of an own row. */
  void look(String released) {
    residual.add(released);
  }

  /**
   * What was done.
   *
   * @param counts with the hits within the piece
   * @param residual what detectors found in the released texts
   */
  record Told(TextCounts counts, ResidualTexts.Found residual) implements Serializable {
    static final Told NOTHING =
        new Told(TextCounts.none(TextProfile.DEFAULT_BLOCK_TOKENS), ResidualTexts.Found.NOTHING);

    Told plus(Told other) {
      return new Told(counts.plus(other.counts), residual.plus(other.residual));
    }
  }

  Told told() {
    return new Told(own.counts(), residual.found());
  }
}
