package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Bailian's anonymous traces of Qwen: {@code timestamp} in seconds, salted ids of 16-token blocks,
 * the last, partial one included. A chat names the one that it continues; the chain's first chat
 * names its session. Holds the session of every chat.
 */
final class BailianTrace implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final String ROOT = "-1";
  private static final BlockScheme BLOCKS = new BlockScheme(16, BlockScheme.Scope.GLOBAL, true);

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "bailian",
            Shape.JSON_LINES,
            Clock.RELATIVE,
            "input_length, cached tokens included, as logged")
        .withBlocks(Optional.of(BLOCKS));
  }

  @Override
  public TraceHeader.Sessions sessions() {
    return TraceHeader.Sessions.RECONSTRUCTED;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("chat_id", "parent_chat_id", "timestamp", "input_length", "hash_ids")
        ? Optional.of("its first line has chat_id, parent_chat_id, input_length and hash_ids")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Chats();
  }

  /** The chains of one log. */
  private static final class Chats implements LogReader {
    private final Map<String, String> sessions = new HashMap<>();

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      long clock = fields.requiredTime("timestamp", SECOND);
      int input = fields.requiredTokens("input_length");
      int output = fields.requiredTokens("output_length");
      String chat = fields.requiredText("chat_id");
      Request request =
          Request.of(chat, clock, input, output)
              .withBlocks(fields.blockIds("hash_ids"))
              .within(conversation(chat, fields));
      Optional<String> type = fields.text("type");
      rows.accepted(
          new TraceRow(
              type.isPresent() ? request.inClass(type.get()) : request,
              Observed.NOTHING,
              Optional.empty()));
    }

    private Conversation conversation(String chat, Fields fields) throws MalformedRow {
      OptionalInt turn = turn(fields);
      Optional<String> parent = fields.text("parent_chat_id").filter(id -> !id.equals(ROOT));
      // A parent from before the log's start still names the session of all that follow it.
      String session = parent.map(id -> sessions.computeIfAbsent(id, start -> start)).orElse(chat);
      sessions.put(chat, session);
      return new Conversation(Optional.of(session), turn, parent);
    }

    /** Logged turns count from 1. */
    private static OptionalInt turn(Fields fields) throws MalformedRow {
      OptionalLong turn = fields.count("turn");
      if (turn.isEmpty()) {
        return OptionalInt.empty();
      }
      if (turn.getAsLong() < 1 || turn.getAsLong() > Integer.MAX_VALUE) {
        throw new MalformedRow("turn is " + turn.getAsLong() + ", expected 1 or more");
      }
      return OptionalInt.of((int) turn.getAsLong() - 1);
    }
  }
}
