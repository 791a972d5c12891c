package dev.facsimile.anonymize.detect.corpus;

import java.util.List;

/**
 * A text of which it is known what in it must be found.
 *
 * @param id unique in its corpus
 * @param text the text
 * @param label whether something must be found in it
 * @param group texts of one kind, such as {@code base64-1} or {@code au_abn}
 * @param spans what must be found; may be empty in a positive text whose place is not given
 * @param canaries values that must not be readable in the redacted text in any decoding
 * @param scope of a negative: {@code all}, {@code type:X}, {@code rule:X} or {@code ner}, else
 *     empty
 * @param anywhere whether the place of the value is not given: any finding will do
 */
public record LabelledText(
    String id,
    String text,
    Label label,
    String group,
    List<Span> spans,
    List<String> canaries,
    String scope,
    boolean anywhere) {

  /** What a text is for. */
  public enum Label {
    /** Something in it must be found. */
    POSITIVE,
    /** Nothing of its scope may be found in it. */
    NEGATIVE,
    /** A known limit: counted, never judged. */
    INFO
  }

  /**
   * A stretch that must be covered.
   *
   * @param start first UTF-16 unit
   * @param end the unit after the last
   * @param type such as {@code EMAIL_ADDRESS}
   * @param subtype such as {@code E164}, else empty
   */
  public record Span(int start, int end, String type, String subtype) {}

  public LabelledText {
    spans = List.copyOf(spans);
    canaries = List.copyOf(canaries);
  }
}
