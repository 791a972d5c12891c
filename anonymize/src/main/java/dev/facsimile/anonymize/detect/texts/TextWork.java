package dev.facsimile.anonymize.detect.texts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.file.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/** What is written for one text. */
public interface TextWork {
  /** The line for a text, without its end. */
  String line(JsonNode id, String text);

  /**
   * Writes where the findings are: {@code {"id": …, "spans": [{"start", "end", "type", "detector",
   * "confidence"}]}}, never their values.
   */
  static TextWork spans(TextScanner scanner, Map<String, LongAdder> counts) {
    return (id, text) -> {
      List<Finding> findings = scanner.scan(text);
      for (Finding finding : findings) {
        counts.computeIfAbsent(finding.type(), type -> new LongAdder()).increment();
      }
      return Json.line(new Spans(id, findings.stream().map(Span::of).toList()));
    };
  }

  /**
   * Writes the text as {@code redacted} makes it, under {@code field}; other fields are dropped.
   */
  static TextWork redacted(String field, UnaryOperator<String> redacted) {
    return (id, text) -> {
      Map<String, Object> line = new TreeMap<>();
      line.put("id", id);
      line.put(field, redacted.apply(text));
      return Json.line(line);
    };
  }

  /**
   * The findings of one text.
   *
   * @param id the text's
   * @param spans in order of place
   */
  record Spans(JsonNode id, List<Span> spans) {}

  /**
   * A finding as it is written.
   *
   * @param start first UTF-16 unit
   * @param end the unit after the last
   * @param type what it is
   * @param detector what found it
   * @param confidence {@code proven}, {@code contextual} or {@code guess}
   */
  record Span(int start, int end, String type, String detector, String confidence) {
    static Span of(Finding finding) {
      return new Span(
          finding.start(),
          finding.end(),
          finding.type(),
          finding.detector(),
          finding.confidence().name().toLowerCase(Locale.ROOT));
    }
  }
}
