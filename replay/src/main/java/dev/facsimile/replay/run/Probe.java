package dev.facsimile.replay.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.PlainBody;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.prompt.Wording;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Asks a server what it can do before a run: its models, its version, and one short request. Each
 * finding is one sentence.
 */
final class Probe {
  private static final int INPUT_TOKENS = 12;
  private static final int OUTPUT_TOKENS = 32;
  private static final int SHOWN = 5;
  private static final Limits LIMITS =
      new Limits(
          Duration.ofSeconds(10), Optional.empty(), Duration.ofSeconds(30), Duration.ofSeconds(30));

  private static final List<String> VERSIONS =
      List.of("/version", "/get_server_info", "/info", "/api/version");

  private final ReplayOptions options;
  private final Endpoint endpoint;
  private final OneShot wire;
  private final RequestBytes bytes;

  Probe(ReplayOptions options, Endpoint endpoint, Peer peer, RequestBytes bytes) {
    this.options = options;
    this.endpoint = endpoint;
    this.bytes = bytes;
    this.wire = new OneShot(peer, LIMITS);
  }

  /**
   * Asks.
   *
   * @return what was learnt, a sentence each
   * @throws IOException if the server refuses a plain request: it would refuse the run's
   */
  List<String> ask() throws IOException {
    List<String> facts = new ArrayList<>();
    WorkloadRow row =
        new WorkloadRow(Request.of("probe", 0, INPUT_TOKENS, OUTPUT_TOKENS), Intent.PLAIN);
    Outcome outcome = wire.send(row, bytes.apply(row), endpoint.reader(row));
    if (!(outcome instanceof Outcome.Dispatched sent)) {
      throw new IOException(
          options.wire().urls().get(0) + ": " + ((Outcome.NeverSent) outcome).reason());
    }
    if (outcome instanceof Outcome.Failed failed) {
      throw new IOException(
          options.wire().urls().get(0)
              + " does not answer a probe of one short request: "
              + failed.error()
              + "; --no-probe goes on all the same");
    }
    model(facts);
    version(facts);
    if (outcome.status() != RequestStatus.COMPLETED) {
      facts.add("answer: the probe's request ended as " + outcome.status().word());
    } else {
      streaming(sent.answer(), facts);
      usage(sent.answer(), facts);
      length(sent.answer(), facts);
    }
    return facts;
  }

  /** How many tokens the server counts of a prompt; absent if it does not answer or tells none. */
  OptionalInt promptTokens(Wording wording) throws IOException {
    Outcome outcome = wire.send(wording.row(), bytes.of(wording), endpoint.reader(wording.row()));
    return outcome instanceof Outcome.Completed done
        ? done.answer().usage().inputTokens()
        : OptionalInt.empty();
  }

  private void model(List<String> facts) throws IOException {
    Optional<JsonNode> models = get("/v1/models").map(tree -> tree.path("data"));
    if (models.isEmpty() || !models.get().isArray()) {
      facts.add("model: the server does not list its models");
      return;
    }
    List<String> served = new ArrayList<>();
    OptionalInt most = OptionalInt.empty();
    for (JsonNode model : models.get()) {
      served.add(model.path("id").asText());
      if (model.path("id").asText().equals(options.wire().model())) {
        JsonNode limit = model.path("max_model_len");
        most = limit.isInt() ? OptionalInt.of(limit.intValue()) : most;
      }
    }
    String asked = options.wire().model();
    facts.add(
        served.contains(asked)
            ? "model: "
                + asked
                + " is served"
                + (most.isPresent() ? ", for up to " + most.getAsInt() + " tokens" : "")
            : "model: " + asked + " is not in the server's list: " + shown(served));
  }

  private static String shown(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() > SHOWN ? first + ", …" : first;
  }

  private void version(List<String> facts) throws IOException {
    for (String path : VERSIONS) {
      Optional<JsonNode> told = get(path);
      JsonNode version = told.orElse(MissingNode.getInstance()).path("version");
      if (version.isTextual()) {
        facts.add("version: the server says " + version.textValue() + " at " + path);
        return;
      }
    }
    facts.add("version: the server does not tell its version");
  }

  private static void streaming(Answer answer, List<String> facts) {
    facts.add(
        answer.streamed()
            ? "streaming: the answer came in " + answer.eventTokens() + " chunks with tokens"
            : "streaming: the answer came in one piece, so that there is no time to first token");
  }

  private static void usage(Answer answer, List<String> facts) {
    OptionalInt output = answer.usage().outputTokens();
    facts.add(
        output.isPresent()
            ? "usage: the server counts "
                + (answer.usage().inputTokens().isPresent()
                    ? answer.usage().inputTokens().getAsInt() + " prompt tokens and "
                    : "")
                + output.getAsInt()
                + " output tokens"
            : "usage: the server tells no counts, so that chunks are counted instead");
  }

  private void length(Answer answer, List<String> facts) {
    int came = answer.outputTokens();
    String asked =
        options.content().ignoreEos()
            ? "ignore_eos"
            : options.content().minTokens() ? "min_tokens" : "max_tokens alone";
    if (came == OUTPUT_TOKENS) {
      facts.add("length: the " + came + " planned tokens came, asked for by " + asked);
    } else {
      facts.add(
          "length: "
              + came
              + " tokens came, planned were "
              + OUTPUT_TOKENS
              + ": the server does not honour "
              + asked
              + ", so that outputs will differ from the plan");
    }
  }

  /** The JSON at a path; empty where there is none. */
  private Optional<JsonNode> get(String path) throws IOException {
    PlainBody body = new PlainBody();
    WorkloadRow row = new WorkloadRow(Request.of("probe", 0, 0, 0), Intent.PLAIN);
    wire.send(row, bytes.get(path), body);
    if (body.status().orElse(0) != 200) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.tree(body.body()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
