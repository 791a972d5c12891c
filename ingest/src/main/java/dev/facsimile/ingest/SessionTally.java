package dev.facsimile.ingest;

import dev.facsimile.ingest.classify.ClassShare;
import dev.facsimile.trace.header.TurnLengths;
import java.io.Serializable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is counted of requests that were placed in their conversations. Tallies of different
 * sessions can be put together.
 *
 * @param sessions first turns
 * @param continuations requests that follow another of their session
 * @param longest turns of the longest session
 * @param turns continuations whose lengths, and those of the request before, are known
 * @param cumulative those of them whose input holds the turn before
 * @param leftOut rows of sessions that are not in the sample
 * @param withoutInput rows without an input length
 * @param uncounted those of them that hold their text
 * @param classes what each class makes
 */
public record SessionTally(
    long sessions,
    long continuations,
    int longest,
    long turns,
    long cumulative,
    long leftOut,
    long withoutInput,
    long uncounted,
    SortedMap<String, ClassShare> classes)
    implements Serializable {
  /** Of no request. */
  public static final SessionTally NONE = new SessionTally(0, 0, 0, 0, 0, 0, 0, 0, new TreeMap<>());

  /** Two tallies together. */
  public SessionTally plus(SessionTally other) {
    SortedMap<String, ClassShare> both = new TreeMap<>(classes);
    for (Map.Entry<String, ClassShare> share : other.classes.entrySet()) {
      both.merge(share.getKey(), share.getValue(), ClassShare::plus);
    }
    return new SessionTally(
        sessions + other.sessions,
        continuations + other.continuations,
        Math.max(longest, other.longest),
        turns + other.turns,
        cumulative + other.cumulative,
        leftOut + other.leftOut,
        withoutInput + other.withoutInput,
        uncounted + other.uncounted,
        both);
  }

  /** What is missing of requests' lengths, and how to get it; absent if no text is uncounted. */
  Optional<String> uncountedNote() {
    return uncounted == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d requests have no input length, and %,d of them hold their text: --tokenizer"
                    + " with the model's tokenizer.json counts it",
                withoutInput,
                uncounted));
  }

  /** What the sessions look like; empty if there are none. */
  public Optional<SessionFacts> sessions(
      SessionFacts.Origin origin, Optional<SessionFacts.Gaps> gaps) {
    return sessions == 0
        ? Optional.empty()
        : Optional.of(
            new SessionFacts(origin, sessions, continuations, longest, gaps, lengths(), false));
  }

  private Optional<TurnLengths> lengths() {
    return turns == 0 ? Optional.empty() : Optional.of(TurnLengths.of(turns, cumulative));
  }
}
