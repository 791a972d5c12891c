package dev.facsimile.anonymize.detect.layer;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.fold.OffsetMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins string values of one JSON key that follow one another: the deltas of a stream (by their
 * {@code index}, where one stands in the same line) and the parts of a message. Values of messages
 * of different roles are kept apart.
 */
public final class SplitValues {
  /** Keys under which streams and messages carry pieces of text. */
  public static final List<String> KEYS =
      List.of(
          "\"content\"",
          "\"text\"",
          "\"delta\"",
          "\"arguments\"",
          "\"partial_json\"",
          "\"thinking\"",
          "\"reasoning\"",
          "\"reasoning_content\"",
          "\"reasoning_text\"",
          "\"response\"",
          "\"completion\"",
          "\"output_text\"",
          "\"transcript\"",
          "\"token\"",
          "\"refusal\"",
          "\"value\"",
          "\"input\"",
          "\"chunk\"");

  private static final int EDGE = 512;
  private static final int LINE_LOOK = 512;
  private static final int ROLE_LOOK = 2048;
  private static final String APART = "\n\n";

  private final FoldedText text;
  private final Map<String, Joined> groups = new LinkedHashMap<>();
  private int lastEnd;

  /** Joins values of {@code text}. */
  public SplitValues(FoldedText text) {
    this.text = text;
  }

  /** Tells that the key {@code key}, quotes and all, ends at {@code end}. */
  public void key(String key, int end) {
    int i = blanks(end);
    if (text.at(i) != ':') {
      return;
    }
    i = blanks(i + 1);
    if (text.at(i) != '"') {
      return;
    }
    int close = closing(i + 1);
    if (close < 0) {
      lastEnd = text.length();
      return;
    }
    String group = isEvent(i) ? key + index(i, close) : key;
    Joined joined = groups.computeIfAbsent(group, k -> new Joined());
    joined.meetRole(role(joined.last, i));
    joined.add(i + 1, close);
    lastEnd = close;
  }

  /** Where the value read last ends: keys within it are none of this level. */
  public int lastEnd() {
    return lastEnd;
  }

  /** The joined texts of which at least two pieces were seen. */
  public List<Decoded> joined() {
    List<Decoded> all = new ArrayList<>();
    for (Joined group : groups.values()) {
      if (group.values > 1) {
        all.add(new Decoded(group.out.toString(), group.map.build()));
      }
    }
    return all;
  }

  private int blanks(int from) {
    int i = from;
    while (i < from + 8 && (text.at(i) == ' ' || text.at(i) == '\n' || text.at(i) == '\t')) {
      i++;
    }
    return i;
  }

  private int closing(int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.at(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        return i;
      }
    }
    return -1;
  }

  /** Whether the line of {@code at} is one event of a stream. */
  private boolean isEvent(int at) {
    int start = lineStart(at);
    return text.startsWith("data:", start) || start > 0 && text.at(start) == '{';
  }

  private int lineStart(int at) {
    int i = at;
    while (i > 0 && at - i < LINE_LOOK && text.at(i - 1) != '\n') {
      i--;
    }
    return i;
  }

  /** The last {@code "index": N} in the line around a value, which tells streams apart. */
  private String index(int open, int close) {
    int to = close;
    while (to < text.length() && to - close < LINE_LOOK && text.at(to) != '\n') {
      to++;
    }
    String line = text.slice(lineStart(open), open) + text.slice(close, to);
    int at = line.lastIndexOf("\"index\"");
    int digit = at + 7;
    while (at >= 0 && digit < line.length() && ": ".indexOf(line.charAt(digit)) >= 0) {
      digit++;
    }
    int end = digit;
    while (at >= 0 && end < line.length() && Character.isDigit(line.charAt(end))) {
      end++;
    }
    return at < 0 ? "" : line.substring(digit, end);
  }

  /** The role that stands last between two places, or an empty string. */
  private String role(int from, int to) {
    String between = text.slice(Math.max(from, to - ROLE_LOOK), to);
    int at = between.lastIndexOf("\"role\"");
    int open = at < 0 ? -1 : between.indexOf('"', at + 6);
    int close = open < 0 ? -1 : between.indexOf('"', open + 1);
    return close < 0 ? "" : between.substring(open + 1, close);
  }

  /** Pieces under one key; of long ones only the edges, where they meet. */
  private final class Joined {
    private final StringBuilder out = new StringBuilder();
    private final OffsetMap.Builder map = new OffsetMap.Builder();
    private int values;
    private int last;
    private String role = "";

    /** Another role's words do not go on from these. */
    void meetRole(String next) {
      if (!next.isEmpty()) {
        if (values > 0 && !next.equals(role)) {
          apart();
        }
        role = next;
      }
    }

    void add(int start, int end) {
      if (end - start > 2 * EDGE) {
        Escapes.unescape(text, start, start + EDGE, out, map);
        apart();
        Escapes.unescape(text, end - EDGE, end, out, map);
      } else {
        Escapes.unescape(text, start, end, out, map);
      }
      values++;
      last = end;
    }

    void apart() {
      out.append(APART);
      for (int i = 0; i < APART.length(); i++) {
        map.add(text.originalStart(0), text.originalStart(0));
      }
    }
  }
}
