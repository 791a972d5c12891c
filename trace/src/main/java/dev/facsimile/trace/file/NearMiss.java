package dev.facsimile.trace.file;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Finds what a misspelt key was meant to be. */
public final class NearMiss {
  private NearMiss() {}

  /**
   * Adds an error for every key that is not known.
   *
   * @param prefix put before the key in the error, such as {@code columns.}
   */
  public static void check(
      String prefix, Iterator<String> keys, List<String> known, List<String> errors) {
    while (keys.hasNext()) {
      String key = keys.next();
      if (!known.contains(key)) {
        Optional<String> meant = of(key, known);
        errors.add(
            prefix
                + key
                + " is unknown, "
                + meant
                    .map(name -> "did you mean " + name + "?")
                    .orElse("expected one of " + String.join(", ", known)));
      }
    }
  }

  /**
   * The known word nearest to {@code word}, if one is near; else one that goes on where {@code
   * word} ends, or ends where it goes on: {@code user} for {@code user_id}.
   */
  public static Optional<String> of(String word, List<String> known) {
    int nearest = Math.max(2, word.length() / 3) + 1;
    Optional<String> found = Optional.empty();
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance < nearest) {
        nearest = distance;
        found = Optional.of(candidate);
      }
    }
    return found.or(() -> known.stream().filter(each -> goesOn(word, each)).findFirst());
  }

  private static boolean goesOn(String word, String known) {
    return known.startsWith(word + "_") || word.startsWith(known + "_");
  }

  /** Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
