package dev.facsimile.replay.prompt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.ServerOverhead;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Learns from a server's own counts how many tokens it puts around a text: two prompts of one
 * message and different lengths must come out with the same difference from our count, or the
 * server does not count by this tokenizer. A third, of three messages, tells what another turn
 * adds.
 */
final class Calibration {
  private static final int SHORT = 16;
  private static final int LONG = 240;

  /** Asks a server to count. */
  @FunctionalInterface
  interface Server {
    /** The server's count of a prompt; absent if it tells none. */
    OptionalInt promptTokens(Wording wording) throws IOException;
  }

  /**
   * What was learnt.
   *
   * @param overhead what the server counts beyond the tokenizer's files; absent if it cannot be
   *     told
   * @param sentence the same in words
   */
  record Learnt(Optional<ServerOverhead> overhead, String sentence) {
    private static Learnt nothing(String why) {
      return new Learnt(
          Optional.empty(), "prompt counts: " + why + ", so that counts are the tokenizer's own");
    }
  }

  private final PromptComposer composer;
  private final boolean asMessages;
  private final Server server;

  /**
   * A calibration.
   *
   * @param asMessages whether prompts are sent as chat messages
   */
  Calibration(PromptComposer composer, boolean asMessages, Server server) {
    this.composer = composer;
    this.asMessages = asMessages;
    this.server = server;
  }

  /**
   * Asks.
   *
   * @param turns whether conversations will be sent
   */
  Learnt learn(boolean turns) throws IOException {
    OptionalInt first = difference("one", SHORT);
    OptionalInt second = difference("two", LONG);
    if (first.isEmpty() || second.isEmpty()) {
      return Learnt.nothing("the server tells none");
    }
    int around = first.getAsInt();
    if (around != second.getAsInt()) {
      return Learnt.nothing(
          String.format(
              "the server does not count by this tokenizer (%+d and %+d tokens of two prompts)",
              around, second.getAsInt()));
    }
    if (composer.vocabulary().frameTokens() + around < 0) {
      return Learnt.nothing("the server counts fewer tokens than the text has");
    }
    OptionalInt turn = turns ? turn() : OptionalInt.of(around);
    if (turn.isEmpty()) {
      return Learnt.nothing("the server does not count a conversation");
    }
    ServerOverhead overhead = new ServerOverhead(around, turn.getAsInt() - around);
    return new Learnt(Optional.of(overhead), sentence(overhead, turns));
  }

  private String sentence(ServerOverhead overhead, boolean turns) {
    int frame = composer.vocabulary().frameTokens();
    String files =
        asMessages && composer.vocabulary().counting() == Counting.CHAT
            ? "the chat template beside the tokenizer"
            : "the bare text";
    if (overhead.equals(ServerOverhead.NONE)) {
      return "prompt counts: the server counts as "
          + files
          + " tells, "
          + frame
          + " tokens around a text";
    }
    return String.format(
        "prompt counts: the server counts %d tokens around a text%s, where %s has %d; prompts are"
            + " made for the server's count",
        frame + overhead.promptTokens(),
        turns ? " and " + turnTokens(overhead) + " for each earlier turn" : "",
        files,
        frame);
  }

  private int turnTokens(ServerOverhead overhead) {
    return composer.vocabulary().turnTokens() + overhead.turnTokens();
  }

  /** How many tokens more than we the server counts of a prompt of one text. */
  private OptionalInt difference(String name, int length) throws IOException {
    String text = composer.message(request(name), "calibration", length);
    int ours = composer.vocabulary().count(text);
    WorkloadRow row = row(name, ours);
    OptionalInt theirs =
        server.promptTokens(
            asMessages
                ? Wording.messages(row, messages(text), OptionalInt.of(ours))
                : Wording.text(row, text, OptionalInt.of(ours)));
    return minus(theirs, ours);
  }

  private OptionalInt turn() throws IOException {
    Request request = request("three");
    String user = composer.message(request, "user", SHORT);
    String answer = composer.message(request, "answer", SHORT);
    String next = composer.message(request, "next", SHORT);
    ArrayNode messages = messages(user);
    messages.addObject().put("role", "assistant").put("content", answer);
    messages.addObject().put("role", "user").put("content", next);
    boolean chat = composer.vocabulary().counting() == Counting.CHAT;
    int ours = chat ? composer.vocabulary().count(messages, Optional.empty()) : 3 * SHORT;
    return minus(
        server.promptTokens(Wording.messages(row("three", ours), messages, OptionalInt.of(ours))),
        ours);
  }

  private static OptionalInt minus(OptionalInt theirs, int ours) {
    return theirs.isPresent() ? OptionalInt.of(theirs.getAsInt() - ours) : OptionalInt.empty();
  }

  private static ArrayNode messages(String text) {
    ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    messages.addObject().put("role", "user").put("content", text);
    return messages;
  }

  private static Request request(String name) {
    return Request.of("calibration " + name, 0, 0, 1);
  }

  private static WorkloadRow row(String name, int tokens) {
    return new WorkloadRow(Request.of("calibration " + name, 0, tokens, 1), Intent.PLAIN);
  }
}
