package dev.facsimile.trace.file;

import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.util.Optional;

/** Outcomes with the tokenizer's counts that came after them, both in the outcomes' order. */
final class CountedOutcomes implements Rows<Outcome> {
  private final Rows<Outcome> outcomes;
  private final Rows<TokenCount> counts;
  private Optional<TokenCount> count;
  private long at;

  /**
   * Puts them together.
   *
   * @param counts in ascending order of their outcome; some outcomes have none
   */
  CountedOutcomes(Rows<Outcome> outcomes, Rows<TokenCount> counts) throws IOException {
    this.outcomes = outcomes;
    this.counts = counts;
    this.count = counts.next();
  }

  @Override
  public Optional<Outcome> next() throws IOException {
    Optional<Outcome> outcome = outcomes.next();
    long number = at++;
    if (outcome.isEmpty() || count.isEmpty() || count.get().outcome() != number) {
      return outcome;
    }
    int tokens = count.get().tokens();
    count = counts.next();
    return outcome.get() instanceof Outcome.Dispatched sent
        ? Optional.of(sent.with(sent.answer().counted(tokens)))
        : outcome;
  }

  @Override
  public void close() throws IOException {
    outcomes.close();
    counts.close();
  }
}
