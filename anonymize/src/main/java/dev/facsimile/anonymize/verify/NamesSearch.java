package dev.facsimile.anonymize.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Looks for names of the raw trace in a release whose policy has names redacted. A word counts as a
 * name where the detector of names reports it at every place of the raw content, and not where it
 * leaves it at one, as it does with a common word that opens a sentence; a word that made-up text
 * consists of, in lower case, cannot be told from a name. Holds the distinct words of the raw
 * content.
 */
final class NamesSearch {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]{2,}");
  private static final String PERSON = "PERSON";
  private static final int MOST_REMEMBERED = 50_000;

  /** Words of the form that anonymize and the APIs give, never text. */
  private static final Set<String> STRUCTURE = Set.of("role", "type", "id", "tool_call_id", "name");

  private final TextScanner scanner;
  private final Set<String> names = new HashSet<>();
  private final Set<String> others = new HashSet<>();

  private NamesSearch(TextScanner scanner) {
    this.scanner = scanner;
  }

  /** A search; absent where names are not redacted. */
  static Optional<NamesSearch> of(TraceHeader release) {
    return RescanRules.redaction(release)
        .filter(rules -> rules.packs().contains(Detectors.NAMES))
        .map(NamesSearch::scanner)
        .map(NamesSearch::new);
  }

  private static TextScanner scanner(DetectRules rules) {
    return new TextScanner(
        Detectors.of(List.of(Detectors.NAMES), rules.regions(), rules.languages()), 0);
  }

  /** Learns which words of the raw trace are names. */
  void learn(Verifier.Origin origin) throws IOException {
    texts(origin.raw(), this::learn);
    names.removeAll(others);
    if (origin.tokenizer().isPresent()) {
      DeclaredTokenizer declared = origin.tokenizer().get();
      names.removeAll(declared.texts().madeUpWords());
    }
  }

  private void learn(String text) {
    List<Finding> found = scanner.scan(text);
    WORD.matcher(text)
        .results()
        .forEach(word -> (isWithin(found, word) ? names : others).add(word.group()));
  }

  /** A text in a language that cannot be read is replaced as a whole; it tells nothing of words. */
  private static boolean isWithin(List<Finding> found, MatchResult word) {
    return found.stream()
        .anyMatch(
            finding ->
                finding.type().equals(PERSON)
                    && finding.start() < word.end()
                    && word.start() < finding.end());
  }

  /** How many of the names stand in the release's content. */
  long survivors(Path release) throws IOException {
    Set<String> survivors = new HashSet<>();
    texts(
        TraceFile.open(release),
        text ->
            WORD.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(names::contains)
                .forEach(survivors::add));
    return survivors.size();
  }

  private static void texts(TraceFile trace, Consumer<String> sink) throws IOException {
    Set<String> seen = new HashSet<>();
    Consumer<String> once =
        text -> {
          if (seen.size() >= MOST_REMEMBERED) {
            seen.clear();
          }
          if (seen.add(text)) {
            sink.accept(text);
          }
        };
    try (Rows<TraceRow> rows = trace.rowsWithContent()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        if (row.get().content().isPresent()) {
          texts(row.get().content().get(), once);
        }
      }
    }
  }

  private static void texts(String content, Consumer<String> sink) {
    try {
      strings(Json.tree(content), sink);
    } catch (JsonProcessingException noJson) {
      sink.accept(content);
    }
  }

  private static void strings(JsonNode node, Consumer<String> sink) {
    if (node.isTextual()) {
      sink.accept(node.textValue());
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!(member.getValue().isTextual() && STRUCTURE.contains(member.getKey()))) {
          strings(member.getValue(), sink);
        }
      }
    } else {
      node.forEach(element -> strings(element, sink));
    }
  }
}
