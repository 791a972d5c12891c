package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import java.util.ArrayList;
import java.util.List;

/**
 * A small log of one format and what must become of it.
 *
 * @param format the format's name
 * @param head what stands before the entries, such as a CSV header; may be empty
 * @param entries at least three, of one or more lines each, that do not depend on each other
 * @param rows what becomes of them, a line each in the words of {@link Reading}
 */
record Example(String format, String head, List<String> entries, String rows) {

  Example {
    entries = entries.stream().map(String::stripTrailing).toList();
  }

  /** An example without a head. */
  static Example of(String format, List<String> entries, String rows) {
    return new Example(format, "", entries, rows);
  }

  LogFormat logFormat() {
    return LogFormats.named(format).orElseThrow();
  }

  /** The log with other entries. */
  String log(List<String> others) {
    if (logFormat().shape() == LogFormat.Shape.JSON_DOCUMENT) {
      return "[\n" + String.join(",\n", others) + "\n]\n";
    }
    String body = String.join("\n", others) + "\n";
    return head.isEmpty() ? body : head.stripTrailing() + "\n" + body;
  }

  String log() {
    return log(entries);
  }

  /** The log without one of its entries. */
  String without(int entry) {
    List<String> others = new ArrayList<>(entries);
    others.remove(entry);
    return log(others);
  }
}
