package dev.facsimile.replay.prompt;

import dev.facsimile.trace.outcome.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** Compares the server's own counts of prompts with ours. For one thread. */
final class CountCheck {
  private long same;
  private long other;
  private int least = Integer.MAX_VALUE;
  private int most = Integer.MIN_VALUE;

  void add(Outcome outcome) {
    if (!(outcome instanceof Outcome.Completed done)) {
      return;
    }
    OptionalInt ours = done.sending().promptTokens();
    OptionalInt theirs = done.answer().usage().inputTokens();
    if (ours.isEmpty() || theirs.isEmpty()) {
      return;
    }
    int off = theirs.getAsInt() - ours.getAsInt();
    if (off == 0) {
      same++;
    } else {
      other++;
      least = Math.min(least, off);
      most = Math.max(most, off);
    }
  }

  long same() {
    return same;
  }

  long other() {
    return other;
  }

  /** In a sentence; none if the server told no counts. */
  List<String> found() {
    if (same + other == 0) {
      return List.of();
    }
    String agreed =
        String.format(
            Locale.ROOT, "the server counted %,d of %,d prompts as we do", same, same + other);
    return List.of(
        other == 0
            ? agreed
            : agreed + String.format(Locale.ROOT, ", the others %+d to %+d tokens", least, most));
  }
}
