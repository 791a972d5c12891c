package dev.facsimile.trace.text.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Texts cut as {@code str.split} and {@code str.rsplit} cut them, at most {@code limit} times. */
final class Splitting {
  private Splitting() {}

  static List<String> fromLeft(String text, String separator, int limit) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator);
        at >= 0 && parts.size() < limit;
        at = text.indexOf(separator, from)) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  static List<String> fromRight(String text, String separator, int limit) {
    List<String> parts = new ArrayList<>();
    int end = text.length();
    for (int at = text.lastIndexOf(separator);
        at >= 0 && parts.size() < limit;
        at = text.lastIndexOf(separator, end - separator.length())) {
      parts.add(text.substring(at + separator.length(), end));
      end = at;
      if (end < separator.length()) {
        break;
      }
    }
    parts.add(text.substring(0, end));
    Collections.reverse(parts);
    return parts;
  }

  /** Cut at white space, of which none is left. */
  static List<String> words(String text, int limit) {
    List<String> words = new ArrayList<>();
    int start = skip(text, 0, true);
    while (start < text.length() && words.size() < limit) {
      int end = skip(text, start, false);
      words.add(text.substring(start, end));
      start = skip(text, end, true);
    }
    if (start < text.length()) {
      words.add(text.substring(start));
    }
    return words;
  }

  private static int skip(String text, int from, boolean space) {
    int at = from;
    while (at < text.length() && PythonText.isSpace(text.charAt(at)) == space) {
      at++;
    }
    return at;
  }

  /** As {@link #words}, counted from the end. */
  static List<String> wordsFromRight(String text, int limit) {
    List<String> words = new ArrayList<>();
    int end = skipBack(text, text.length(), true);
    while (end > 0 && words.size() < limit) {
      int start = skipBack(text, end, false);
      words.add(text.substring(start, end));
      end = skipBack(text, start, true);
    }
    if (end > 0) {
      words.add(text.substring(0, end));
    }
    Collections.reverse(words);
    return words;
  }

  private static int skipBack(String text, int from, boolean space) {
    int at = from;
    while (at > 0 && PythonText.isSpace(text.charAt(at - 1)) == space) {
      at--;
    }
    return at;
  }
}
