package dev.facsimile.analyze.peer;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One request as another tool saw it; times are nanoseconds on that tool's clock.
 *
 * @param id its id
 * @param scheduled when it was due; absent where the tool does not tell
 * @param start when it was sent
 * @param firstToken when the first token came
 * @param lastToken when the last one came
 * @param end when it ended
 * @param input prompt tokens
 * @param usageOutput output tokens by the server's count
 * @param otherOutput output tokens by the tool's own count
 * @param cached cached prompt tokens by the server's count
 * @param gaps times between chunks; empty where not told
 * @param status how it ended
 * @param error why, where it did not complete
 * @param httpStatus the HTTP status, where told
 * @param phase the tool's label
 * @param streamed whether the answer came as a stream
 */
record PeerRequest(
    String id,
    OptionalLong scheduled,
    long start,
    OptionalLong firstToken,
    OptionalLong lastToken,
    long end,
    OptionalInt input,
    OptionalInt usageOutput,
    OptionalInt otherOutput,
    OptionalInt cached,
    long[] gaps,
    RequestStatus status,
    String error,
    OptionalInt httpStatus,
    Optional<String> phase,
    boolean streamed) {

  /** The earliest time that it tells. */
  long earliest() {
    return Math.min(start, scheduled.orElse(start));
  }

  /** It as an outcome on a clock that reads 0 at {@code zero}. */
  Outcome outcome(long zero, String model) {
    long sent = Math.max(0, start - zero);
    long due = scheduled.isPresent() ? Math.min(sent, scheduled.getAsLong() - zero) : sent;
    Request request =
        new Request(
            id,
            due,
            Optional.empty(),
            new Origin(
                Optional.empty(),
                Optional.empty(),
                Optional.of(model),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Conversation.NONE,
            Tokens.ofLengths(input, OptionalInt.empty()),
            Optional.empty(),
            Optional.of(streamed),
            Optional.empty());
    Planned planned = new Planned(request, phase, due);
    Sending sending = new Sending(sent, sent, OptionalLong.empty(), sent, OptionalLong.empty(), 1);
    long ended = Math.max(sent, end - zero);
    Answer answer = answer(zero, sent);
    return switch (status) {
      case COMPLETED -> new Outcome.Completed(planned, sending, answer, ended);
      case REJECTED -> new Outcome.Rejected(planned, sending, answer, ended, error);
      case TIMED_OUT -> new Outcome.TimedOut(planned, sending, answer, ended, error);
      case CANCELLED -> new Outcome.Cancelled(planned, sending, answer, ended, error);
      case FAILED -> new Outcome.Failed(planned, sending, answer, ended, error);
      case NEVER_SENT -> new Outcome.NeverSent(planned, ended, error);
    };
  }

  private Answer answer(long zero, long sent) {
    OptionalInt counted =
        usageOutput.isPresent() || otherOutput.isPresent() ? otherOutput : OptionalInt.empty();
    return new Answer(
        OptionalLong.empty(),
        shifted(firstToken, zero, sent),
        shifted(lastToken, zero, sent),
        httpStatus,
        Optional.empty(),
        new Answer.Usage(
            usageOutput.isPresent() || cached.isPresent() ? input : OptionalInt.empty(),
            usageOutput,
            cached),
        ServerTimes.UNKNOWN,
        gaps.length == 0 ? 0 : gaps.length + 1,
        counted,
        streamed,
        Gaps.of(gaps));
  }

  private static OptionalLong shifted(OptionalLong time, long zero, long sent) {
    return time.isPresent()
        ? OptionalLong.of(Math.max(sent, time.getAsLong() - zero))
        : OptionalLong.empty();
  }
}
