package dev.facsimile.analyze.run;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A seeded run of every kind of outcome: Poisson arrivals with a crowded middle, three classes, two
 * tiers, answers with and without a stream, without usage, of no token, and six ways to end.
 */
final class SyntheticOutcomes {
  private static final String[] CLASSES = {"interactive-chat", "rag", "code"};
  private static final String[] TIERS = {"free", "paid"};

  private final UniformRandomProvider random;
  private final double perSecond;

  private SyntheticOutcomes(long seed, double perSecond) {
    this.random = new SeededStreams(seed).stream("outcomes");
    this.perSecond = perSecond;
  }

  /** {@code count} outcomes in the order in which they end. */
  static List<Outcome> of(long seed, int count, double perSecond) {
    List<Outcome> outcomes = new ArrayList<>(count);
    inOrderOfDue(seed, count, perSecond, outcomes::add);
    outcomes.sort(Comparator.comparingLong(Outcome::endNanos));
    return outcomes;
  }

  /** {@code count} outcomes in the order in which they were due, one after another. */
  static void inOrderOfDue(long seed, int count, double perSecond, Consumer<Outcome> to) {
    SyntheticOutcomes synthetic = new SyntheticOutcomes(seed, perSecond);
    double due = 0;
    for (int i = 0; i < count; i++) {
      boolean crowded = i > count * 0.4 && i < count * 0.6;
      due += -Math.log(1 - synthetic.random.nextDouble()) / perSecond * (crowded ? 0.5 : 1.2);
      to.accept(synthetic.outcome(i, (long) (due * 1e9), crowded));
    }
  }

  private Outcome outcome(int index, long due, boolean crowded) {
    int kind = random.nextInt(CLASSES.length);
    int input = (int) Math.exp(4 + kind + 2.5 * random.nextDouble());
    int output = 1 + (int) Math.exp(4 * random.nextDouble());
    Planned planned = new Planned(request(index, due, kind, input, output), Optional.empty(), due);
    double fate = random.nextDouble();
    if (fate > 0.997) {
      return new Outcome.NeverSent(planned, due + 5_000_000_000L, "run end");
    }
    Sending sending = sending(due, crowded);
    double slow = (0.02 + input * 4e-5) * (crowded ? 6 : 1) * (0.7 + random.nextDouble());
    slow = random.nextInt(50) == 0 ? slow * 5 : slow;
    Answer answer = answer(sending, (long) (slow * 1e9), input + 12, output);
    long end = answer.lastTokenNanos().orElse(sending.dispatchedNanos()) + 150_000;
    if (fate > 0.985) {
      Answer refused = refused(sending);
      return new Outcome.Rejected(
          planned, sending, refused, refused.headersNanos().getAsLong(), "HTTP 429");
    }
    if (fate > 0.981) {
      return new Outcome.TimedOut(planned, sending, Answer.NONE, end, "no token within 30 s");
    }
    if (fate > 0.978) {
      return new Outcome.Failed(planned, sending, answer, end, "stream ended without [DONE]");
    }
    if (fate > 0.976) {
      return new Outcome.Cancelled(planned, sending, answer, end, "run end");
    }
    return new Outcome.Completed(planned, sending, answer, end);
  }

  private Request request(int index, long due, int kind, int input, int output) {
    return new Request(
        "r" + index,
        due,
        Optional.of(CLASSES[kind]),
        new Origin(
            Optional.of("tenant-" + random.nextInt(8)),
            Optional.of(TIERS[random.nextInt(2)]),
            Optional.of("simulated"),
            Optional.empty(),
            Optional.empty(),
            Optional.of("chat/completions")),
        new Conversation(Optional.of("s" + index / 3), OptionalInt.of(index % 3), Optional.empty()),
        Tokens.of(input, output),
        Optional.<BlockIds>empty(),
        Optional.of(true),
        Optional.empty());
  }

  private Sending sending(long due, boolean crowded) {
    long woken = due + random.nextInt(400_000);
    long admitted = woken + (crowded ? random.nextInt(1_500_000_000) : 0);
    OptionalLong connected =
        random.nextInt(20) == 0
            ? OptionalLong.of(admitted + 300_000 + random.nextInt(500_000))
            : OptionalLong.empty();
    long dispatched = connected.orElse(admitted) + 20_000 + random.nextInt(60_000);
    return new Sending(
        woken, admitted, connected, dispatched, OptionalLong.of(dispatched + 5_000), 1);
  }

  private Answer answer(Sending sending, long ttft, int input, int output) {
    boolean streamed = random.nextInt(20) != 0;
    boolean usage = random.nextInt(10) != 0;
    int tokens = random.nextInt(200) == 0 ? 0 : output;
    long first = sending.dispatchedNanos() + ttft;
    long[] gaps = new long[streamed ? Math.max(0, tokens - 1) : 0];
    long last = first;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = 8_000_000 + random.nextInt(10_000_000);
      gaps[i] += random.nextInt(300) == 0 ? 400_000_000 : 0;
      last += gaps[i];
    }
    boolean times = tokens > 0;
    return new Answer(
        OptionalLong.of(streamed ? first - 1_000 : first),
        times ? OptionalLong.of(first) : OptionalLong.empty(),
        times ? OptionalLong.of(last) : OptionalLong.empty(),
        OptionalInt.of(200),
        Optional.of("length"),
        usage
            ? new Answer.Usage(OptionalInt.of(input), OptionalInt.of(tokens), OptionalInt.empty())
            : Answer.Usage.UNKNOWN,
        serverTimes(ttft),
        streamed ? tokens : Math.min(1, tokens),
        counted(tokens),
        streamed,
        Gaps.of(gaps));
  }

  /** Some servers tell all of their times, some only a part, some none. */
  private ServerTimes serverTimes(long ttft) {
    return switch (random.nextInt(4)) {
      case 0 -> ServerTimes.UNKNOWN;
      case 1 ->
          new ServerTimes(
              OptionalLong.empty(),
              OptionalLong.of(ttft / 2),
              OptionalLong.empty(),
              Optional.of("llama.cpp"));
      default ->
          new ServerTimes(
              OptionalLong.of(ttft / 3),
              OptionalLong.of(ttft / 2),
              OptionalLong.of(5),
              Optional.of("vllm"));
    };
  }

  /** Most answers are counted, some a token short. */
  private OptionalInt counted(int tokens) {
    int which = random.nextInt(10);
    return which == 0
        ? OptionalInt.empty()
        : OptionalInt.of(which == 1 ? Math.max(0, tokens - 1) : tokens);
  }

  private static Answer refused(Sending sending) {
    return new Answer(
        OptionalLong.of(sending.dispatchedNanos() + 900_000),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.of(429),
        Optional.empty(),
        Answer.Usage.UNKNOWN,
        ServerTimes.UNKNOWN,
        0,
        OptionalInt.empty(),
        false,
        Gaps.NONE);
  }
}
