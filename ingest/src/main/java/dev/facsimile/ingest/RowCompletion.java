package dev.facsimile.ingest;

import dev.facsimile.ingest.classify.ClassRules;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.text.Tokenizer;
import java.util.Optional;

/** Counts a row's tokens, where it holds its prompt, and tells its class. Safe for threads. */
public final class RowCompletion {
  private final Optional<ContentTokens> contentTokens;
  private final Optional<ClassRules> classes;

  /**
   * What completes rows.
   *
   * @param tokenizer counts contents, if they are counted
   * @param blockTokens tokens in a prefix block that it cuts
   * @param classes rules, if there are any
   */
  public RowCompletion(
      Optional<Tokenizer> tokenizer, int blockTokens, Optional<ClassRules> classes) {
    this(tokenizer.map(t -> new ContentTokens(t, blockTokens)), classes);
  }

  RowCompletion(Optional<ContentTokens> contentTokens, Optional<ClassRules> classes) {
    this.contentTokens = contentTokens;
    this.classes = classes;
  }

  /** Whether it counts contents, which is work for several threads. */
  boolean countsContent() {
    return contentTokens.isPresent();
  }

  /** The row with its tokens counted and its class told. */
  public TraceRow completed(TraceRow row) {
    TraceRow counted = contentTokens.map(c -> c.count(row)).orElse(row);
    return classes.map(rules -> rules.classify(counted)).orElse(counted);
  }
}
