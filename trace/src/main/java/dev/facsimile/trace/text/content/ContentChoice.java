package dev.facsimile.trace.text.content;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Gives planned requests real conversations of about their lengths. A conversation is cut on the
 * edges of messages only: each beginning of it that ends where an answer is due is a prompt of its
 * own, with its own count. Among the prompts whose counts are nearest to the plan, the seed and the
 * request's id decide. A request that gets one has the count of what it says as its new length; one
 * that none is near enough to keeps its plan.
 *
 * <p>Holds the conversations, at most {@value #MOST_CHARACTERS} characters of them; what is beyond
 * is not read. Not for use by several threads.
 */
public final class ContentChoice {
  private static final long MOST_CHARACTERS = 256L << 20;
  private static final int ALIKE = 16;

  private final SeededStreams streams;
  private final double tolerance;
  private final OptionalInt contextWindow;
  private final TreeMap<Integer, List<Cut>> byTokens = new TreeMap<>();
  private long conversations;
  private long characters;
  private long unread;
  private long refused;
  private long unknown;
  private long filled;
  private long unmatched;
  private double relativeError;

  /** The first messages of a conversation. */
  private record Cut(ArrayNode conversation, int messages) {
    String json() {
      ArrayNode first = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < messages; i++) {
        first.add(conversation.get(i));
      }
      return first.toString();
    }
  }

  private ContentChoice(SeededStreams streams, double tolerance, OptionalInt contextWindow) {
    this.streams = streams;
    this.tolerance = tolerance;
    this.contextWindow = contextWindow;
  }

  /**
   * Reads and counts the conversations of a file.
   *
   * @param vocabulary counts them, through the chat template where chat is counted
   * @param tolerance how far a count may be from the plan, as a share of the plan
   * @param contextWindow the most tokens that prompt and planned answer may have together
   * @throws InputException if the file holds no conversation
   */
  public static ContentChoice read(
      Path file,
      PromptVocabulary vocabulary,
      SeededStreams streams,
      double tolerance,
      OptionalInt contextWindow)
      throws IOException {
    ContentChoice choice = new ContentChoice(streams, tolerance, contextWindow);
    choice.unknown = ContentFile.read(file, messages -> choice.add(messages, vocabulary));
    if (choice.byTokens.isEmpty()) {
      throw new InputException(
          file, "holds no conversation that the chat template takes and the context window holds");
    }
    return choice;
  }

  private void add(ArrayNode conversation, PromptVocabulary vocabulary) {
    if (characters > MOST_CHARACTERS) {
      unread++;
      return;
    }
    conversations++;
    boolean taken = false;
    ArrayNode first = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < conversation.size(); i++) {
      first.add(conversation.get(i));
      String role = conversation.get(i).path("role").asText();
      if (role.equals("user") || role.equals("tool")) {
        taken |= cut(conversation, first, vocabulary);
      }
    }
    characters += taken ? conversation.toString().length() : 0;
  }

  private boolean cut(ArrayNode conversation, ArrayNode first, PromptVocabulary vocabulary) {
    int tokens;
    try {
      tokens = vocabulary.count(first, Optional.empty());
    } catch (InputException e) {
      // A template may refuse an order of roles; the conversation's other beginnings may do.
      refused++;
      return false;
    }
    if (contextWindow.isPresent() && tokens >= contextWindow.getAsInt()) {
      return false;
    }
    byTokens
        .computeIfAbsent(tokens, n -> new ArrayList<>())
        .add(new Cut(conversation, first.size()));
    return true;
  }

  /** The row with a conversation's messages and their count, or as it is if none is near. */
  public WorkloadRow fill(WorkloadRow row) {
    List<Map.Entry<Integer, Cut>> near = near(row);
    if (near.isEmpty()) {
      unmatched++;
      return row;
    }
    long bits = streams.value("content " + row.request().id(), 0);
    Map.Entry<Integer, Cut> chosen = near.get((int) Long.remainderUnsigned(bits, near.size()));
    filled++;
    relativeError += Math.abs(chosen.getKey() - row.inputTokens()) / (double) row.inputTokens();
    return new WorkloadRow(
        resized(row.request(), chosen.getKey()),
        row.intent(),
        Optional.of(chosen.getValue().json()));
  }

  /** The nearest cuts, as far as the tolerance and the window allow. */
  private List<Map.Entry<Integer, Cut>> near(WorkloadRow row) {
    List<Map.Entry<Integer, Cut>> near = new ArrayList<>();
    int wanted = row.inputTokens();
    Map.Entry<Integer, List<Cut>> below = byTokens.floorEntry(wanted);
    Map.Entry<Integer, List<Cut>> above = byTokens.higherEntry(wanted);
    while (near.size() < ALIKE && (below != null || above != null)) {
      boolean down =
          above == null || (below != null && wanted - below.getKey() <= above.getKey() - wanted);
      Map.Entry<Integer, List<Cut>> next = down ? below : above;
      if (Math.abs(next.getKey() - wanted) > tolerance * wanted) {
        return near;
      }
      if (contextWindow.isEmpty()
          || next.getKey() + (long) row.outputTokens() <= contextWindow.getAsInt()) {
        next.getValue().forEach(cut -> near.add(Map.entry(next.getKey(), cut)));
      }
      if (down) {
        below = byTokens.lowerEntry(next.getKey());
      } else {
        above = byTokens.higherEntry(next.getKey());
      }
    }
    return near;
  }

  /** The request with another length; its blocks no longer tell what it says. */
  private static Request resized(Request request, int tokens) {
    Tokens old = request.tokens();
    return new Request(
        request.id(),
        request.arrivalNanos(),
        request.requestClass(),
        request.origin(),
        request.conversation(),
        new Tokens(
            OptionalInt.of(tokens),
            old.output(),
            OptionalInt.empty(),
            old.reasoning(),
            old.maxOutput()),
        Optional.empty(),
        request.streaming(),
        request.cacheEligible());
  }

  /** What came of it, one sentence each. */
  public List<String> found() {
    List<String> found = new ArrayList<>();
    found.add(
        String.format(
            "%,d requests say real conversations, of %,d that were read; their lengths are %.1f %%"
                + " from the plan's on average",
            filled, conversations, filled == 0 ? 0 : 100 * relativeError / filled));
    if (unmatched > 0) {
      found.add(
          String.format(
              "%,d requests keep made-up text: no conversation is within %.0f %% of their length"
                  + " and within the context window",
              unmatched, 100 * tolerance));
    }
    if (unknown + refused + unread > 0) {
      found.add(
          String.format(
              "of the file's entries %,d hold no conversation in a known shape and %,d were beyond"
                  + " what is held; the chat template refused %,d beginnings",
              unknown, unread, refused));
    }
    return found;
  }
}
