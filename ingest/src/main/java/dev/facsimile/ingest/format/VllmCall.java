package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a vLLM log has told of one request so far. */
final class VllmCall {
  private final String id;
  private OptionalLong received = OptionalLong.empty();
  private int furtherLines;
  private Optional<String> prompt = Optional.empty();
  private Optional<String> output = Optional.empty();
  private Optional<String> adapter = Optional.empty();
  private OptionalInt input = OptionalInt.empty();
  private OptionalInt generated = OptionalInt.empty();
  private OptionalInt limit = OptionalInt.empty();
  private Optional<String> finishReason = Optional.empty();
  private Optional<Boolean> streaming = Optional.empty();
  private Optional<RequestStatus> status = Optional.empty();
  private OptionalLong e2e = OptionalLong.empty();

  VllmCall(String id) {
    this.id = id;
  }

  boolean isReceived() {
    return received.isPresent();
  }

  void received(long time, PythonText message) throws MalformedRow {
    prompt(message);
    limit = message.count("max_tokens=");
    adapter = message.string("lora_name=");
    received = OptionalLong.of(time);
  }

  void details(PythonText message) throws MalformedRow {
    prompt(message);
    furtherLines++;
  }

  private void prompt(PythonText message) throws MalformedRow {
    OptionalInt ids = message.listSize("prompt_token_ids: ");
    ids = ids.isPresent() ? ids : message.listSize("prompt token ids: ");
    input = ids.isPresent() ? ids : input;
    Optional<String> text = message.string("prompt: ").filter(found -> !found.isEmpty());
    prompt = text.isPresent() ? text : prompt;
  }

  /**
   * Takes a line about an answer.
   *
   * @return whether it is the answer's last
   */
  boolean generated(long time, PythonText message) throws MalformedRow {
    OptionalInt ids = message.listSize("output_token_ids: ");
    Optional<String> reason = message.string("finish_reason: ");
    if (reason.isEmpty()) {
      reason = word(message, "finish_reason: ");
    }
    furtherLines++;
    boolean delta = message.line().contains(" (streaming delta)");
    boolean details = message.after(" details: ").isPresent();
    streaming = Optional.of(delta || message.line().contains(" (streaming complete)"));
    if (delta && ids.isPresent()) {
      generated = OptionalInt.of(generated.orElse(0) + ids.getAsInt());
    } else if (ids.isPresent()) {
      generated = ids;
    }
    // What vLLM writes for a stream's end is no reason to stop; its last part has that.
    finishReason =
        reason
            .filter(r -> !r.equals("None") && !r.equals("streaming_complete"))
            .or(() -> finishReason);
    if (delta || details) {
      return false;
    }
    output = message.string("output: ");
    close(time, RequestStatus.COMPLETED);
    return true;
  }

  private static Optional<String> word(PythonText message, String key) {
    OptionalInt start = message.after(key);
    return start.isPresent()
        ? Optional.of(message.line().substring(start.getAsInt()).strip())
            .filter(word -> word.matches("\\w{1,40}"))
        : Optional.empty();
  }

  void ended(long time, boolean aborted) {
    furtherLines++;
    close(time, aborted ? RequestStatus.CANCELLED : RequestStatus.COMPLETED);
  }

  private void close(long time, RequestStatus how) {
    status = Optional.of(how);
    boolean after = received.isPresent() && time >= received.getAsLong();
    e2e = after ? OptionalLong.of(time - received.getAsLong()) : OptionalLong.empty();
  }

  /** Ends every line that was taken: the request accepted, all others merged with it. */
  void giveOut(LogRows rows) {
    if (received.isPresent()) {
      rows.accepted(row());
    }
    for (int i = 0; i < furtherLines; i++) {
      if (received.isPresent()) {
        rows.merged("details, parts and end of a request");
      } else {
        rows.skipped("details of a request that this log does not say was received");
      }
    }
  }

  private TraceRow row() {
    Tokens tokens = new Tokens(input, generated, OptionalInt.empty(), OptionalInt.empty(), limit);
    Origin origin =
        new Origin(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            adapter,
            Optional.empty(),
            Optional.empty());
    Observed observed =
        new Observed(
            status,
            OptionalInt.empty(),
            finishReason,
            OptionalLong.empty(),
            OptionalLong.empty(),
            e2e);
    return new TraceRow(
        Request.of(id, received.orElseThrow(), tokens).from(origin).streamed(streaming),
        observed,
        Content.ofPrompt(prompt, output));
  }
}
