package dev.facsimile.anonymize.detect.layer;

import dev.facsimile.anonymize.detect.fold.OffsetMap;

/**
 * A text that was made of another, not yet folded.
 *
 * @param text the text
 * @param map where each of its units came from in the original
 */
public record Decoded(String text, OffsetMap map) {
  /** A text all of whose units came from one whole stretch: a hit in it means the whole stretch. */
  static Decoded whole(String text, int start, int end) {
    return new Decoded(text, OffsetMap.constant(start, end));
  }
}
