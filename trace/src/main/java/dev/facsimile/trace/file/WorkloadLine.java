package dev.facsimile.trace.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One workload row as a line of JSON, the columns' names as keys, absent ones left out. */
final class WorkloadLine {
  private static final JsonFactory JSON = new JsonFactory();

  private WorkloadLine() {}

  /** Writes {@code row} and a line end. */
  static void write(WorkloadRow row, ByteArrayOutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      write(row.request(), json);
      write(row.intent(), json);
      if (row.messages().isPresent()) {
        json.writeFieldName("messages");
        json.writeRawValue(row.messages().get());
      }
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void write(Request request, JsonGenerator json) throws IOException {
    json.writeStringField("request_id", request.id());
    json.writeNumberField("arrival_ns", request.arrivalNanos());
    text(json, "class", request.requestClass());
    Origin origin = request.origin();
    text(json, "tenant", origin.tenant());
    text(json, "tenant_tier", origin.tenantTier());
    text(json, "model", origin.model());
    text(json, "adapter", origin.adapter());
    text(json, "region", origin.region());
    text(json, "endpoint", origin.endpoint());
    Conversation conversation = request.conversation();
    text(json, "session_id", conversation.sessionId());
    number(json, "turn", conversation.turn());
    text(json, "parent_request_id", conversation.parentRequestId());
    Tokens tokens = request.tokens();
    number(json, "input_tokens", tokens.input());
    number(json, "output_tokens", tokens.output());
    number(json, "cached_tokens", tokens.cached());
    number(json, "reasoning_tokens", tokens.reasoning());
    number(json, "max_output_tokens", tokens.maxOutput());
    flag(json, "streaming", request.streaming());
    flag(json, "cache_eligible", request.cacheEligible());
    if (request.prefixBlocks().isPresent()) {
      BlockIds blocks = request.prefixBlocks().get();
      json.writeArrayFieldStart("prefix_blocks");
      for (int i = 0; i < blocks.size(); i++) {
        json.writeNumber(blocks.get(i));
      }
      json.writeEndArray();
    }
  }

  private static void write(Intent intent, JsonGenerator json) throws IOException {
    number(json, "think_ns", intent.thinkNanos());
    number(json, "deadline_ns", intent.deadlineNanos());
    number(json, "cancel_after_ns", intent.cancelAfterNanos());
    text(json, "phase", intent.phase());
  }

  private static void text(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }

  private static void number(JsonGenerator json, String name, OptionalInt value)
      throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsInt());
    }
  }

  private static void number(JsonGenerator json, String name, OptionalLong value)
      throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsLong());
    }
  }

  private static void flag(JsonGenerator json, String name, Optional<Boolean> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeBooleanField(name, value.get());
    }
  }

  /**
   * The row in {@code line}.
   *
   * @throws IllegalArgumentException if a field is unknown, of the wrong type or missing
   * @throws IOException if it is not JSON
   */
  static WorkloadRow read(String line) throws IOException {
    Fields fields = new Fields();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("is not a JSON object, expected a request");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        fields.take(json);
      }
      if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        throw new IllegalArgumentException("has more than one JSON object, expected one request");
      }
    }
    return fields.row();
  }

  /** The fields of one line, gathered in any order. */
  private static final class Fields {
    private Optional<String> id = Optional.empty();
    private OptionalLong arrival = OptionalLong.empty();
    private Optional<String> requestClass = Optional.empty();
    private Optional<String> tenant = Optional.empty();
    private Optional<String> tenantTier = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<String> adapter = Optional.empty();
    private Optional<String> region = Optional.empty();
    private Optional<String> endpoint = Optional.empty();
    private Optional<String> session = Optional.empty();
    private OptionalInt turn = OptionalInt.empty();
    private Optional<String> parent = Optional.empty();
    private OptionalInt input = OptionalInt.empty();
    private OptionalInt output = OptionalInt.empty();
    private OptionalInt cached = OptionalInt.empty();
    private OptionalInt reasoning = OptionalInt.empty();
    private OptionalInt maxOutput = OptionalInt.empty();
    private Optional<Boolean> streaming = Optional.empty();
    private Optional<Boolean> cacheEligible = Optional.empty();
    private Optional<BlockIds> blocks = Optional.empty();
    private OptionalLong think = OptionalLong.empty();
    private OptionalLong deadline = OptionalLong.empty();
    private OptionalLong cancelAfter = OptionalLong.empty();
    private Optional<String> phase = Optional.empty();
    private Optional<String> messages = Optional.empty();

    void take(JsonParser json) throws IOException {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (token == JsonToken.VALUE_NULL) {
        return;
      }
      switch (name) {
        case "request_id" -> id = text(json, token);
        case "arrival_ns" -> arrival = number(json, token);
        case "class" -> requestClass = text(json, token);
        case "tenant" -> tenant = text(json, token);
        case "tenant_tier" -> tenantTier = text(json, token);
        case "model" -> model = text(json, token);
        case "adapter" -> adapter = text(json, token);
        case "region" -> region = text(json, token);
        case "endpoint" -> endpoint = text(json, token);
        case "session_id" -> session = text(json, token);
        case "turn" -> turn = count(json, token);
        case "parent_request_id" -> parent = text(json, token);
        case "input_tokens" -> input = count(json, token);
        case "output_tokens" -> output = count(json, token);
        case "cached_tokens" -> cached = count(json, token);
        case "reasoning_tokens" -> reasoning = count(json, token);
        case "max_output_tokens" -> maxOutput = count(json, token);
        case "streaming" -> streaming = flag(json, token);
        case "cache_eligible" -> cacheEligible = flag(json, token);
        case "prefix_blocks" -> blocks = blocks(json, token);
        case "think_ns" -> think = number(json, token);
        case "deadline_ns" -> deadline = number(json, token);
        case "cancel_after_ns" -> cancelAfter = number(json, token);
        case "phase" -> phase = text(json, token);
        case "messages" -> messages = array(json, token);
        default -> throw new IllegalArgumentException("has the unknown field '" + name + "'");
      }
    }

    WorkloadRow row() {
      return new WorkloadRow(
          new Request(
              id.orElseThrow(() -> new IllegalArgumentException("has no request_id")),
              arrival.orElseThrow(() -> new IllegalArgumentException("has no arrival_ns")),
              requestClass,
              new Origin(tenant, tenantTier, model, adapter, region, endpoint),
              new Conversation(session, turn, parent),
              new Tokens(input, output, cached, reasoning, maxOutput),
              blocks,
              streaming,
              cacheEligible),
          new Intent(think, deadline, cancelAfter, phase),
          messages);
    }

    private static Optional<String> text(JsonParser json, JsonToken token) throws IOException {
      require(json, token == JsonToken.VALUE_STRING, "a string");
      return Optional.of(json.getText());
    }

    private static OptionalLong number(JsonParser json, JsonToken token) throws IOException {
      require(json, token == JsonToken.VALUE_NUMBER_INT, "a whole number");
      return OptionalLong.of(json.getLongValue());
    }

    private static OptionalInt count(JsonParser json, JsonToken token) throws IOException {
      require(json, token == JsonToken.VALUE_NUMBER_INT, "a whole number");
      return OptionalInt.of(json.getIntValue());
    }

    private static Optional<Boolean> flag(JsonParser json, JsonToken token) throws IOException {
      require(json, token.isBoolean(), "true or false");
      return Optional.of(json.getBooleanValue());
    }

    /** The JSON text of an array, without the blanks between its parts. */
    private static Optional<String> array(JsonParser json, JsonToken token) throws IOException {
      require(json, token == JsonToken.START_ARRAY, "an array of chat messages");
      StringWriter text = new StringWriter();
      try (JsonGenerator copy = JSON.createGenerator(text)) {
        copy.copyCurrentStructure(json);
      }
      return Optional.of(text.toString());
    }

    private static Optional<BlockIds> blocks(JsonParser json, JsonToken token) throws IOException {
      require(json, token == JsonToken.START_ARRAY, "an array of whole numbers");
      long[] ids = new long[16];
      int count = 0;
      for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
        require(json, t == JsonToken.VALUE_NUMBER_INT, "an array of whole numbers");
        if (count == ids.length) {
          ids = Arrays.copyOf(ids, count * 2);
        }
        ids[count++] = json.getLongValue();
      }
      return Optional.of(BlockIds.of(Arrays.copyOf(ids, count)));
    }

    private static void require(JsonParser json, boolean asExpected, String expected)
        throws IOException {
      if (!asExpected) {
        throw new IllegalArgumentException(
            json.currentName() + " is '" + json.getText() + "', expected " + expected);
      }
    }
  }
}
