package dev.facsimile.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.ChatText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Writes a gateway's log: sessions of five kinds of work by nine teams, their starts in bursts,
 * each later turn with the whole history before it. A call is logged when it ends, as gateways do,
 * so that the log is not in order of arrival. Holds the log.
 */
public final class DemoLog {
  private static final double START = 1_780_304_400;

  /** Sessions a second in quiet times. */
  private static final double QUIET_RATE = 0.9;

  /** Every so often, for a few seconds, this many times as many. */
  private static final double BURST = 4;

  private static final int BURST_EVERY = 75;
  private static final int BURST_SECONDS = 9;

  private static final String[] TEAMS = {
    "team-retail",
    "team-support",
    "team-legal",
    "team-search",
    "team-finance",
    "team-mobile",
    "team-data",
    "team-travel",
    "team-pilot"
  };
  private static final String[] TIERS = {
    "enterprise", "enterprise", "enterprise", "pro", "pro", "pro", "free", "free", "free"
  };

  /** A kind of work: how long its turns are, and how many follow each other. */
  private enum Work {
    CHAT("interactive-chat", 30, 25, 60, 0.55),
    RAG("rag", 60, 300, 90, 0.15),
    AGENT("agent", 260, 45, 35, 0.75),
    CODE("code", 45, 60, 160, 0.40),
    SUMMARY("summarize-async", 20, 600, 120, 0);

    private final String tag;
    private final int systemWords;
    private final int promptWords;
    private final int answerWords;
    private final double anotherTurn;

    Work(String tag, int systemWords, int promptWords, int answerWords, double anotherTurn) {
      this.tag = tag;
      this.systemWords = systemWords;
      this.promptWords = promptWords;
      this.answerWords = answerWords;
      this.anotherTurn = anotherTurn;
    }
  }

  private record Call(double end, String line) {}

  private final SeededStreams streams;
  private final int seconds;
  private final ToIntFunction<String> tokens;
  private final List<Call> calls = new ArrayList<>();

  /**
   * A log.
   *
   * @param minutes how long it is, 1 or more
   * @param tokens counts the tokens of a text, for the usage that the gateway logs
   */
  public DemoLog(SeededStreams streams, int minutes, ToIntFunction<String> tokens) {
    if (minutes < 1) {
      throw new IllegalArgumentException("minutes is " + minutes + ", expected 1 or more");
    }
    this.streams = streams;
    this.seconds = Math.multiplyExact(minutes, 60);
    this.tokens = tokens;
  }

  /**
   * Writes it.
   *
   * @return the number of calls
   */
  public int write(Path file) throws IOException {
    UniformRandomProvider random = streams.stream("demo starts");
    double time = 0;
    for (int session = 0; ; session++) {
      time += -Math.log1p(-random.nextDouble()) / rate(time);
      if (time >= seconds) {
        break;
      }
      session(session, time);
    }
    calls.sort(Comparator.comparingDouble(Call::end));
    try (AtomicFile out = AtomicFile.createPrivate(file)) {
      try (BufferedWriter writer = Files.newBufferedWriter(out.path())) {
        for (Call call : calls) {
          writer.write(call.line());
          writer.newLine();
        }
      }
      out.commit();
    }
    return calls.size();
  }

  private double rate(double time) {
    double wave = 1 + 0.5 * Math.sin(2 * Math.PI * time / seconds);
    return QUIET_RATE * wave * (time % BURST_EVERY < BURST_SECONDS ? BURST : 1);
  }

  private void session(int session, double start) {
    UniformRandomProvider random = streams.stream("demo session", session);
    DemoText text = new DemoText(random);
    Work work = work(random.nextDouble());
    // Few teams do most of the work: the square favours the first ones.
    double place = random.nextDouble();
    int team = (int) (place * place * TEAMS.length);
    ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    messages.add(message("system", systemPrompt(work, team)));
    int input = tokensOf(messages.get(0));
    double time = start;
    boolean more = true;
    for (int turn = 0; more && time < seconds; turn++) {
      messages.add(message("user", question(work, text, random)));
      String answer = text.prose(length(work.answerWords, random));
      input += tokensOf(messages.get(messages.size() - 1));
      double end = log(session, turn, time, work, team, messages, input, answer, random);
      messages.add(message("assistant", answer));
      input += tokensOf(messages.get(messages.size() - 1));
      time = end + thinkSeconds(work, random);
      more = random.nextDouble() < work.anotherTurn;
    }
  }

  /** Counted message by message: a gateway counts a few tokens otherwise than the engine. */
  private int tokensOf(JsonNode message) {
    return tokens.applyAsInt(ChatText.of(JsonNodeFactory.instance.arrayNode().add(message)));
  }

  private static Work work(double place) {
    if (place < 0.42) {
      return Work.CHAT;
    }
    if (place < 0.64) {
      return Work.RAG;
    }
    if (place < 0.78) {
      return Work.AGENT;
    }
    return place < 0.92 ? Work.CODE : Work.SUMMARY;
  }

  /** The same for every session of a team's kind of work: what a prefix cache lives on. */
  private String systemPrompt(Work work, int team) {
    UniformRandomProvider random = streams.stream("demo system " + work.tag, team / 3);
    return "You are the "
        + work.tag
        + " assistant. "
        + new DemoText(random).prose(work.systemWords);
  }

  private static String question(Work work, DemoText text, UniformRandomProvider random) {
    String question =
        work == Work.CODE
            ? text.prose(15) + "\n" + text.code(length(work.promptWords, random) / 5)
            : text.prose(length(work.promptWords, random));
    return random.nextDouble() < 0.25 ? question + " " + text.secret() : question;
  }

  /** Log-normal about the median: many short, a few very long. */
  private static int length(int median, UniformRandomProvider random) {
    return (int) Math.max(3, median * Math.exp(0.75 * gaussian(random)));
  }

  private static double gaussian(UniformRandomProvider random) {
    return Math.sqrt(-2 * Math.log1p(-random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  private static double thinkSeconds(Work work, UniformRandomProvider random) {
    return work == Work.AGENT ? 0.2 + random.nextDouble() : 4 + 20 * random.nextDouble();
  }

  /** Logs one call and gives its end. */
  private double log(
      int session,
      int turn,
      double start,
      Work work,
      int team,
      ArrayNode messages,
      int input,
      String answer,
      UniformRandomProvider random) {
    int output = tokens.applyAsInt(answer);
    boolean failed = random.nextDouble() < 0.02;
    double first = start + 0.12 + input / 9000.0 + 0.15 * random.nextDouble();
    double end = failed ? start + 0.05 : first + output * 0.012;
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("id", "chatcmpl-" + session + "-" + turn);
    call.put("trace_id", "sess-" + session);
    call.put("call_type", "acompletion");
    call.put("stream", work != Work.SUMMARY);
    call.put("status", failed ? "failure" : "success");
    call.put("prompt_tokens", failed ? 0 : input);
    call.put("completion_tokens", failed ? 0 : output);
    call.put("total_tokens", failed ? 0 : input + output);
    call.put("startTime", millis(START + start));
    call.put("completionStartTime", millis(START + (work == Work.SUMMARY ? end : first)));
    call.put("endTime", millis(START + end));
    call.put("model", model(work, team, random));
    call.put("model_group", work == Work.CHAT ? "chat-small" : "chat-large");
    call.put("cache_hit", false);
    call.put("requester_ip_address", "10.20.30." + team);
    call.put("end_user", "user-" + session % 97 + "@example.com");
    call.putArray("request_tags").add(work.tag);
    ObjectNode metadata = call.putObject("metadata");
    metadata.put("user_api_key_team_id", TEAMS[team]);
    metadata.put("user_api_key_hash", "hash-of-" + TEAMS[team]);
    metadata.putObject("spend_logs_metadata").put("tier", TIERS[team]);
    call.putObject("model_parameters").put("max_tokens", work == Work.SUMMARY ? 2048 : 1024);
    call.set("messages", messages.deepCopy());
    if (failed) {
      call.putObject("error_information")
          .put("error_code", random.nextBoolean() ? "429" : "500")
          .put("error_class", "RateLimitError");
    } else {
      ObjectNode choice = call.putObject("response").putArray("choices").addObject();
      choice.put("finish_reason", "stop");
      choice.set("message", message("assistant", answer));
    }
    calls.add(new Call(end, call.toString()));
    return end;
  }

  private static String model(Work work, int team, UniformRandomProvider random) {
    if (team == TEAMS.length - 1) {
      return "ft:chat-small:pilot-customer::a1";
    }
    return work == Work.CHAT || random.nextDouble() < 0.3 ? "chat-small" : "chat-large";
  }

  private static double millis(double seconds) {
    return Math.round(seconds * 1000) / 1000.0;
  }

  private static ObjectNode message(String role, String content) {
    return JsonNodeFactory.instance.objectNode().put("role", role).put("content", content);
  }
}
