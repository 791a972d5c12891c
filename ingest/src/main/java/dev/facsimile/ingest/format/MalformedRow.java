package dev.facsimile.ingest.format;

/** A row that a format refuses; the message says what was found and expected, without content. */
public final class MalformedRow extends Exception {
  private static final long serialVersionUID = 1;

  public MalformedRow(String sentence) {
    super(sentence, null, false, false);
  }
}
