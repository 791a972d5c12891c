package dev.facsimile.anonymize.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a raw trace holds that its release must not: every id, every value of a category that was
 * not released, the header's words, and every string of the content. Streams the trace.
 */
final class RawNeedles implements Needle.Source {
  private static final int ID_BYTES = 16;

  private final TraceFile raw;
  private final Set<String> onPurpose;
  private final int textBytes;

  /**
   * The needles of {@code raw}.
   *
   * @param onPurpose words that are released on purpose, see {@link #releasedOnPurpose}
   * @param textBytes shortest run of content that counts; 0 where content is released on purpose
   */
  RawNeedles(TraceFile raw, Set<String> onPurpose, int textBytes) {
    this.raw = raw;
    this.onPurpose = Set.copyOf(onPurpose);
    this.textBytes = textBytes;
  }

  /**
   * Values of the raw trace's categories that are released in their own column: the policy lets
   * them through, whatever else bears the same name.
   */
  static Set<String> releasedOnPurpose(TraceFile raw, ReleasedWords released) throws IOException {
    Set<String> words = new TreeSet<>();
    try (Rows<TraceRow> rows = raw.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        categories(row.get())
            .forEach(
                (column, value) ->
                    value.filter(word -> released.isIn(column, word)).ifPresent(words::add));
      }
    }
    return words;
  }

  @Override
  public void each(Needle.Sink sink) throws IOException {
    header(raw.header()).forEach(word -> sentence(word, sink));
    try (Rows<TraceRow> rows = textBytes > 0 ? raw.rowsWithContent() : raw.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        ids(row.get()).flatMap(Optional::stream).forEach(word -> id(word, sink));
        categories(row.get()).values().stream()
            .flatMap(Optional::stream)
            .forEach(word -> id(word, sink));
        row.get().content().ifPresent(content -> text(content, sink));
      }
    }
  }

  private static Stream<String> header(TraceHeader header) {
    Stream<String> steps =
        header.provenance().steps().stream()
            .flatMap(
                step ->
                    Stream.concat(
                        step.options().values().stream(),
                        step.inputs().stream().map(Step.InputFile::sha256)));
    return Stream.of(header.startTime().stream(), header.clock().findings().stream(), steps)
        .flatMap(words -> words);
  }

  private static Stream<Optional<String>> ids(TraceRow row) {
    Request request = row.request();
    return Stream.of(
        Optional.of(request.id()),
        request.conversation().sessionId(),
        request.conversation().parentRequestId(),
        request.origin().tenant(),
        row.userId());
  }

  private static Map<TraceColumn, Optional<String>> categories(TraceRow row) {
    Origin origin = row.request().origin();
    return Map.of(
        TraceColumn.TENANT_TIER, origin.tenantTier(),
        TraceColumn.MODEL, origin.model(),
        TraceColumn.ADAPTER, origin.adapter(),
        TraceColumn.REGION, origin.region(),
        TraceColumn.ENDPOINT, origin.endpoint(),
        TraceColumn.CLASS, row.request().requestClass(),
        TraceColumn.FINISH_REASON, row.observed().finishReason());
  }

  /** Looked for as a whole: anonymize says some of the same sentences of the released rows. */
  private void sentence(String word, Needle.Sink sink) {
    if (word.length() >= Haystack.WINDOW && !onPurpose.contains(word)) {
      sink.add(new Needle(word, Integer.MAX_VALUE, Needle.Kind.ID));
    }
  }

  private void id(String word, Needle.Sink sink) {
    if (!word.isEmpty() && !onPurpose.contains(word) && !ReleasedBytes.isOwnName(word)) {
      sink.add(new Needle(word, ID_BYTES, Needle.Kind.ID));
    }
  }

  private void text(String content, Needle.Sink sink) {
    Deque<JsonNode> open = new ArrayDeque<>();
    try {
      open.push(Json.tree(content));
    } catch (JsonProcessingException noJson) {
      said(content, sink);
    }
    while (!open.isEmpty()) {
      JsonNode node = open.pop();
      if (node.isTextual()) {
        said(node.textValue(), sink);
      }
      node.forEach(open::push);
    }
  }

  private void said(String text, Needle.Sink sink) {
    if (text.length() >= textBytes) {
      sink.add(new Needle(text, textBytes, Needle.Kind.TEXT));
    }
  }
}
