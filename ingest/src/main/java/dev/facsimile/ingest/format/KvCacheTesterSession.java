package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Agentic coding sessions of kv-cache-tester (WEKA): a document for each conversation, whose
 * requests are the rows. A sub-agent's requests lie inside the parent's list and form a session of
 * their own, {@code conversation/agent}, whose times count from the sub-agent's start and whose
 * parent is the request before it. Block ids of 64 tokens are local to a conversation; a last,
 * partial block has none. Holds one document.
 */
final class KvCacheTesterSession implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme BLOCKS = new BlockScheme(64, BlockScheme.Scope.SESSION, false);
  private static final String LOCAL = "local";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "kv-cache-tester", Shape.JSON, Clock.RELATIVE, "in, cached tokens included, as logged")
        .withBlocks(Optional.of(BLOCKS));
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "each conversation counts from its own start: conversations overlie, and when one started"
            + " relative to another is unknown");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("requests", "block_size", "hash_id_scope")
        ? Optional.of("its document has requests, block_size and hash_id_scope")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return KvCacheTesterSession::read;
  }

  private static void read(Fields document, LogRows rows) throws MalformedRow {
    String id = document.requiredText("id");
    requireKnownBlocks(document);
    readRequests(new Session(id, 0, Optional.empty()), requests(document), rows);
  }

  private static void requireKnownBlocks(Fields document) throws MalformedRow {
    int size = document.requiredTokens("block_size");
    if (size != BLOCKS.blockTokens()) {
      throw new MalformedRow("block_size is " + size + ", expected " + BLOCKS.blockTokens());
    }
    if (!document.requiredText("hash_id_scope").equals(LOCAL)) {
      throw new MalformedRow("hash_id_scope is not " + LOCAL + ", expected ids by conversation");
    }
  }

  private static JsonNode requests(Fields document) throws MalformedRow {
    return document
        .json("requests")
        .filter(JsonNode::isArray)
        .orElseThrow(() -> Fields.missing("requests", "an array of requests"));
  }

  /** A conversation, or a sub-agent within one, from its start on the conversation's clock. */
  private record Session(String id, long startNanos, Optional<String> parent) {}

  private static void readRequests(Session session, JsonNode requests, LogRows rows) {
    Optional<String> before = session.parent();
    for (int i = 0; i < requests.size(); i++) {
      String id = session.id() + ":" + i;
      Fields fields = new JsonFields(id, requests.get(i));
      try {
        if (fields.text("type").filter("subagent"::equals).isPresent()) {
          readSubAgent(session, before, fields, rows);
        } else {
          rows.accepted(row(session, before, fields));
          before = Optional.of(id);
        }
      } catch (MalformedRow e) {
        rows.rejected(new MalformedRow("request " + id + ": " + e.getMessage()));
      }
    }
  }

  private static void readSubAgent(
      Session session, Optional<String> before, Fields fields, LogRows rows) throws MalformedRow {
    long start = clock(session, fields);
    String id = session.id() + "/" + fields.text("agent_id").orElse(fields.rowId());
    JsonNode requests = requests(fields);
    rows.skipped("a sub-agent's summary, whose own requests are rows");
    readRequests(new Session(id, start, before), requests, rows);
  }

  private static TraceRow row(Session session, Optional<String> before, Fields fields)
      throws MalformedRow {
    long clock = clock(session, fields);
    int input = fields.requiredTokens("in");
    int output = fields.requiredTokens("out");
    Request request =
        Request.of(fields.rowId(), clock, Tokens.of(input, output))
            .inClass("agent")
            .from(Origin.ofModel(fields.text("model")))
            .within(new Conversation(Optional.of(session.id()), OptionalInt.empty(), before))
            .withBlocks(fields.blockIds("hash_ids"))
            .streamed(streaming(fields));
    Observed observed =
        new Observed(
            Optional.of(RequestStatus.COMPLETED),
            OptionalInt.empty(),
            fields.text("stop"),
            OptionalLong.empty(),
            fields.time("ttft", SECOND),
            fields.time("api_time", SECOND));
    return new TraceRow(request, observed, Optional.empty());
  }

  private static long clock(Session session, Fields fields) throws MalformedRow {
    long clock = session.startNanos() + fields.requiredTime("t", SECOND);
    if (clock < 0) {
      throw new MalformedRow("t is later than the clock of a sub-agent can count");
    }
    return clock;
  }

  /** {@code s} is streamed, {@code n} is not. */
  private static Optional<Boolean> streaming(Fields fields) throws MalformedRow {
    return fields.text("type").map("s"::equals);
  }
}
