package dev.facsimile.anonymize.detect.corpus;

import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Counts over labelled texts. A span is found where every unit of it is covered, by findings of
 * whatever type; a positive text is found where all its spans are and no canary can be read in the
 * redacted text; a negative is clean where nothing of its scope was found.
 */
public final class Evaluation {
  private final Function<String, List<Finding>> scan;
  private final Map<String, Score> groups = new TreeMap<>();
  private final Map<String, Score> types = new TreeMap<>();
  private final Map<String, Score> named = new TreeMap<>();
  private final Map<String, Score> negatives = new TreeMap<>();

  /** An evaluation of {@code scan}, which gives the findings of a text. */
  public Evaluation(Function<String, List<Finding>> scan) {
    this.scan = scan;
  }

  /** Scans one text and counts. */
  public void add(LabelledText text) {
    List<Finding> findings = scan.apply(text.text());
    switch (text.label()) {
      case POSITIVE -> positive(text, findings);
      case NEGATIVE -> negative(text, findings);
      case INFO -> {}
    }
  }

  private void positive(LabelledText text, List<Finding> findings) {
    BitSet covered = new BitSet();
    findings.forEach(finding -> covered.set(finding.start(), finding.end()));
    boolean all = !text.anywhere() || !findings.isEmpty();
    for (LabelledText.Span span : text.spans()) {
      boolean hit = covered.nextClearBit(span.start()) >= span.end();
      all &= hit;
      String type = span.subtype().isEmpty() ? span.type() : span.type() + "/" + span.subtype();
      score(types, type).add(hit, text.id());
      score(named, type).add(typed(span, findings), text.id());
    }
    String released = Redaction.placeholders(text.text(), findings);
    boolean silent =
        text.canaries().stream().noneMatch(canary -> Decodings.reveal(released, canary));
    score(groups, text.group()).add(all && silent, text.id());
  }

  private static boolean typed(LabelledText.Span span, List<Finding> findings) {
    return findings.stream()
        .anyMatch(
            f ->
                f.type().equals(span.type()) && f.start() <= span.start() && span.end() <= f.end());
  }

  private void negative(LabelledText text, List<Finding> findings) {
    String scope = text.scope();
    boolean clean =
        scope.startsWith("type:")
            ? findings.stream().noneMatch(f -> f.type().equals(scope.substring(5)))
            : findings.isEmpty();
    String name = scope.isEmpty() || scope.equals("all") ? text.group() : scope;
    score(negatives, name).add(clean, text.id());
  }

  private static Score score(Map<String, Score> scores, String name) {
    return scores.computeIfAbsent(name, any -> new Score());
  }

  /** Positive texts found, by group. */
  public Map<String, Score> groups() {
    return groups;
  }

  /** Spans covered by anything, by type. */
  public Map<String, Score> types() {
    return types;
  }

  /** Spans covered by one finding of their own type, by type. */
  public Map<String, Score> namedTypes() {
    return named;
  }

  /** Negative texts left alone, by scope, or by group where the scope is everything. */
  public Map<String, Score> negatives() {
    return negatives;
  }
}
