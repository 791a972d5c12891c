package dev.facsimile.anonymize.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.TimeRules;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.TraceHeader;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs the detectors over every string of a release: values of columns, strings within released
 * JSON, the header's, and readable stretches of what is between the pages, where statistics are.
 * Remembers up to {@value #MOST_REMEMBERED} short values, so that one that repeats is scanned once.
 */
final class ResidualScan implements ReleasedBytes.Values {
  private static final int MOST_REMEMBERED = 100_000;
  private static final int LONG = 200;
  private static final int LEAST_READABLE = 6;
  private static final String CONTENT = "content";

  /** Digests and ids of our own, which a detector of random strings would take for secrets. */
  private static final Set<String> DIGESTS =
      Set.of("release_id", "sha256", "policy_sha256", "trace_sha256");

  /** A short value that a scanner has looked at. */
  private record Seen(TextScanner scanner, String text) {}

  private final RescanRules rules;
  private final Set<Seen> scanned = new HashSet<>();
  private final SortedMap<String, Long> findings = new TreeMap<>();
  private long values;

  ResidualScan(RescanRules rules) {
    this.rules = rules;
  }

  @Override
  public void value(String column, String text) {
    if (!column.equals(CONTENT)) {
      scan(text, rules.elsewhere());
      return;
    }
    try {
      strings(Json.tree(text), rules.content());
    } catch (JsonProcessingException noJson) {
      scan(text, rules.content());
    }
  }

  /** The strings of the release's header, without a start that tells no date. */
  void header(TraceHeader header) {
    JsonNode tree = Json.toTree(header);
    if (header.startTime().filter(TimeRules::isShifted).isPresent()) {
      ((ObjectNode) tree).remove("start_time");
    }
    strings(tree, rules.elsewhere());
  }

  private void strings(JsonNode node, TextScanner scanner) {
    if (node.isTextual()) {
      scan(node.textValue(), scanner);
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!DIGESTS.contains(member.getKey())) {
          strings(member.getValue(), scanner);
        }
      }
    } else {
      node.forEach(element -> strings(element, scanner));
    }
  }

  /**
   * Readable stretches of bytes that are no page.
   *
   * @param header the header as it stands in the file, which has been scanned string by string
   */
  void between(byte[] bytes, String header) {
    StringBuilder run = new StringBuilder();
    for (byte b : bytes) {
      if (b >= ' ' && b <= '~') {
        run.append((char) b);
      } else {
        readable(run, header);
      }
    }
    readable(run, header);
  }

  private void readable(StringBuilder run, String header) {
    String text = run.toString();
    run.setLength(0);
    int at = text.indexOf(header);
    if (at < 0) {
      readable(text);
    } else {
      readable(text.substring(0, at));
      readable(text.substring(at + header.length()));
    }
  }

  private void readable(String text) {
    if (text.length() >= LEAST_READABLE) {
      scan(text, rules.content());
    }
  }

  private void scan(String text, TextScanner scanner) {
    if (text.length() <= LONG) {
      if (scanned.size() >= MOST_REMEMBERED) {
        scanned.clear();
      }
      if (!scanned.add(new Seen(scanner, text))) {
        return;
      }
    }
    values++;
    scanner.scan(text).forEach(finding -> findings.merge(finding.type(), 1L, Long::sum));
  }

  /** Adds what another search found. */
  void found(String type, long count) {
    if (count > 0) {
      findings.merge(type, count, Long::sum);
    }
  }

  /** Strings that were scanned. */
  long values() {
    return values;
  }

  /** Findings by type. */
  SortedMap<String, Long> findings() {
    return findings;
  }
}
