package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.outcome.ServerTimes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a {@link Template} says of an answer. Every event is read in full. Where neither a finish
 * reason nor an end mark is described, the end of the HTTP message is the end of the answer.
 */
final class TemplateDialect implements Dialect {
  private final Template template;

  TemplateDialect(Template template) {
    this.template = template;
  }

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (template.done().isPresent() && template.done().get().equals(text.strip())) {
      answer.done();
      return;
    }
    read(Dialect.tree(bytes, from, to, answer), answer);
    if (template.finish().isEmpty() && template.done().isEmpty()) {
      answer.done();
    }
  }

  @Override
  public void document(JsonNode body, Gathering answer) {
    read(body, answer);
    answer.done();
  }

  private void read(JsonNode event, Gathering answer) {
    String content = text(event, template.text());
    String reasoning = text(event, template.reasoning());
    if (!content.isEmpty() || !reasoning.isEmpty()) {
      answer.token();
    }
    answer.content(content);
    answer.reasoning(reasoning);
    at(event, template.finish())
        .filter(JsonNode::isValueNode)
        .ifPresent(reason -> answer.finish(reason.asText()));
    at(event, template.error()).ifPresent(e -> answer.error("error: " + Gathering.message(e)));
    answer.usage(
        count(event, template.inputTokens()),
        count(event, template.outputTokens()),
        count(event, template.cachedTokens()));
    answer.serverTimes(times(event));
  }

  private Optional<ServerTimes> times(JsonNode event) {
    Template.Times times = template.times();
    return ServerTimings.of(
        TemplateEndpoint.NAME,
        nanos(event, times.queue(), times.unit()),
        nanos(event, times.prefill(), times.unit()),
        nanos(event, times.decode(), times.unit()));
  }

  private static OptionalLong nanos(
      JsonNode event, Optional<JsonPointer> where, Template.TimeUnit unit) {
    Optional<JsonNode> found = at(event, where);
    return found.isPresent()
        ? ServerTimings.nanos(found.get(), unit.nanos())
        : OptionalLong.empty();
  }

  private static String text(JsonNode event, List<JsonPointer> where) {
    StringBuilder text = new StringBuilder();
    for (JsonPointer pointer : where) {
      text.append(event.at(pointer).asText(""));
    }
    return text.toString();
  }

  private static Optional<JsonNode> at(JsonNode event, Optional<JsonPointer> where) {
    return where.map(event::at).filter(n -> !n.isMissingNode() && !n.isNull());
  }

  private static OptionalInt count(JsonNode event, Optional<JsonPointer> where) {
    Optional<JsonNode> found = at(event, where);
    return found.isPresent() ? Gathering.count(found.get()) : OptionalInt.empty();
  }
}
