package dev.facsimile.synth.clients;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.trace.file.InputException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A distribution of token numbers, as the text of a Python dictionary: <code>
 * {12: 0.25, 13: 0.75}</code>. It is read, never evaluated.
 *
 * @param shares by number; empty where nothing is known
 */
record TokenShares(SortedMap<Integer, Double> shares) {

  static TokenShares parse(Path file, String where, String text) {
    String inside = text.strip();
    if (!inside.startsWith("{") || !inside.endsWith("}")) {
      throw bad(file, where, text);
    }
    inside = inside.substring(1, inside.length() - 1);
    SortedMap<Integer, Double> shares = new TreeMap<>();
    for (String pair : inside.isBlank() ? new String[0] : inside.split(",")) {
      String[] sides = pair.split(":");
      if (sides.length != 2) {
        throw bad(file, where, pair);
      }
      double tokens = number(file, where, sides[0]);
      double share = number(file, where, sides[1]);
      if (!(tokens >= 0 && tokens < Integer.MAX_VALUE) || !(share >= 0 && share < 1e15)) {
        throw bad(file, where, pair);
      }
      shares.merge((int) Math.rint(tokens), share, Double::sum);
    }
    return new TokenShares(shares);
  }

  private static double number(Path file, String where, String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw bad(file, where, text);
    }
  }

  private static InputException bad(Path file, String where, String found) {
    String start = found.strip();
    return new InputException(
        file,
        where
            + " has '"
            + start.substring(0, Math.min(40, start.length()))
            + "', expected {tokens: probability, …}");
  }

  /** Whether there is something to draw. */
  boolean known() {
    return sum() > 0;
  }

  private double sum() {
    return shares.values().stream().mapToDouble(share -> share).sum();
  }

  /** Adds about {@code requests} requests; every number that occurs at least once. */
  void addTo(LengthCounts counts, double requests) {
    double each = requests / sum();
    shares.forEach(
        (tokens, share) -> {
          if (share > 0) {
            counts.add(tokens, Math.max(1, Math.round(share * each)));
          }
        });
  }
}
