package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * OpenAI's batch files: answers, and the requests that they answer, joined by {@code custom_id}
 * when both files are given. Nothing in them tells when a request arrived: the answer's {@code
 * created} stands for it. Holds at most 50,000 requests or answers that wait for their other half,
 * and as many joined ones to put them in order of time: a batch may have no more.
 */
final class OpenAiBatch implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final int WAITING = 50_000;

  /** The newer field before the one that it replaces; Claude's behind a gateway. */
  private static final List<String> USERS =
      List.of("body.safety_identifier", "body.user", "body.metadata.user_id");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "openai-batch",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "usage.prompt_tokens of the answer, cached ones included, as logged");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "a batch has no arrivals: the times are those of the answers (created, whole seconds), and"
            + " tell of the batch service's pace, not of any user's");
  }

  @Override
  public boolean joinsFiles() {
    return true;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    if (sample.hasFields("custom_id", "response")) {
      return Optional.of("its first line has custom_id and response");
    }
    return sample.hasFields("custom_id", "url", "body")
        ? Optional.of("its first line has custom_id, url and body")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Reader();
  }

  /** One half of a pair. */
  private sealed interface Half {

    /** An answer; its content is the response alone until the messages are joined to it. */
    record Answer(TraceRow row) implements Half {}

    /**
     * A request.
     *
     * @param userId whose it is
     * @param content messages and tools
     */
    record Asked(
        Origin origin, OptionalInt maxOutput, Optional<String> userId, Optional<String> content)
        implements Half {}
  }

  /** Joins requests and answers. */
  private static final class Reader implements LogReader {
    private final Waiting<Half> waiting = new Waiting<>(WAITING);
    private final PriorityQueue<TraceRow> ordered =
        new PriorityQueue<>(Comparator.comparingLong(row -> row.request().arrivalNanos()));

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String id = fields.requiredText("custom_id");
      Optional<Half> half = half(fields);
      if (half.isEmpty()) {
        rows.skipped("expired or failed within the batch: nothing tells when");
        return;
      }
      Optional<Half> other = waiting.get(id);
      if (other.isEmpty()) {
        waiting.put(id, half.get()).ifPresent(longest -> giveUp(longest, rows));
      } else if (other.get() instanceof Half.Answer answer
          && half.get() instanceof Half.Asked asked) {
        pair(id, answer, asked, rows);
      } else if (other.get() instanceof Half.Asked asked
          && half.get() instanceof Half.Answer answer) {
        pair(id, answer, asked, rows);
      } else {
        throw new MalformedRow("custom_id is there twice, expected it once in a batch");
      }
    }

    private void pair(String id, Half.Answer answer, Half.Asked asked, LogRows rows) {
      waiting.take(id);
      order(join(answer.row(), asked), rows);
      rows.merged("the request of an answer in the batch");
    }

    @Override
    public void end(LogRows rows) {
      waiting.takeAll().forEach(half -> giveUp(half, rows));
      while (!ordered.isEmpty()) {
        rows.accepted(ordered.poll());
      }
    }

    /** Answers lie in the file in the order of the requests, not of their times. */
    private void order(TraceRow row, LogRows rows) {
      ordered.add(row);
      if (ordered.size() > WAITING) {
        rows.accepted(ordered.poll());
      }
    }

    private void giveUp(Half half, LogRows rows) {
      if (half instanceof Half.Answer answer) {
        TraceRow row = answer.row();
        order(row.withContent(Optional.empty()), rows);
      } else {
        rows.skipped("a request of a batch without its answer: nothing tells when");
      }
    }

    private static TraceRow join(TraceRow answer, Half.Asked asked) {
      Tokens tokens = answer.request().tokens();
      Request request =
          Request.of(
                  answer.request().id(),
                  answer.request().arrivalNanos(),
                  new Tokens(
                      tokens.input(),
                      tokens.output(),
                      tokens.cached(),
                      tokens.reasoning(),
                      asked.maxOutput()))
              .from(asked.origin())
              .streamed(Optional.of(false));
      Optional<JsonNode> prompt = asked.content().flatMap(StrictJson::container);
      return new TraceRow(
          request,
          answer.observed(),
          asked.userId(),
          Content.of(
              prompt.map(content -> content.path("messages")),
              prompt.map(content -> content.path("tools")),
              answer.content().flatMap(StrictJson::container)));
    }
  }

  /** What a line holds; nothing if it is a failure that has no time. */
  private static Optional<Half> half(Fields fields) throws MalformedRow {
    if (fields.json("body").isPresent()) {
      return Optional.of(asked(fields));
    }
    if (fields.json("response").isEmpty() && fields.json("error").isEmpty()) {
      throw Fields.missing("response", "an answer, or an error");
    }
    boolean failed = fields.tokens("response.status_code").orElse(500) / 100 != 2;
    return failed && fields.json("response.body.created").isEmpty()
        ? Optional.empty()
        : Optional.of(new Half.Answer(answer(fields)));
  }

  private static Origin origin(Optional<String> model, Optional<String> endpoint) {
    return new Origin(
        Optional.empty(), Optional.empty(), model, Optional.empty(), Optional.empty(), endpoint);
  }

  private static Half.Asked asked(Fields fields) throws MalformedRow {
    return new Half.Asked(
        origin(fields.text("body.model"), fields.text("url")),
        fields.firstTokens("body.max_tokens", "body.max_completion_tokens"),
        EndUser.of(fields, USERS),
        Content.of(fields.json("body.messages"), fields.json("body.tools"), Optional.empty()));
  }

  private static TraceRow answer(Fields fields) throws MalformedRow {
    int http =
        fields
            .tokens("response.status_code")
            .orElseThrow(() -> Fields.missing("response.status_code", "a whole number"));
    boolean completed = http / 100 == 2;
    OptionalInt input = fields.tokens("response.body.usage.prompt_tokens");
    Request request =
        Request.of(
                fields.text("id").orElse(fields.rowId()),
                fields.requiredTime("response.body.created", SECOND),
                new Tokens(
                    input,
                    fields.tokens("response.body.usage.completion_tokens"),
                    Seen.within(
                        input,
                        fields.tokens("response.body.usage.prompt_tokens_details.cached_tokens")),
                    fields.tokens("response.body.usage.completion_tokens_details.reasoning_tokens"),
                    OptionalInt.empty()))
            .from(origin(fields.text("response.body.model"), Optional.empty()))
            .streamed(Optional.of(false));
    Optional<JsonNode> body = fields.json("response.body").filter(JsonNode::isObject);
    Observed observed =
        completed
            ? Seen.completed(
                OptionalInt.of(http),
                Content.finishReason(body),
                OptionalLong.empty(),
                OptionalLong.empty())
            : Seen.failed(RequestStatus.ofHttpFailure(http), OptionalInt.of(http));
    return new TraceRow(request, observed, body.map(JsonNode::toString));
  }
}
