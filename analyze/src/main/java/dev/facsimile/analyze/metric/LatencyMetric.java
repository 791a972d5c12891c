package dev.facsimile.analyze.metric;

import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The latencies of a request, nanoseconds. What the server took is measured over completed requests
 * alone, so that a failure is never a fast success; the send lag over all that were dispatched. The
 * first token of an answer that was not streamed came with the whole answer.
 */
public enum LatencyMetric {
  /** What the server took to the first token. */
  TTFT_FROM_DISPATCH(
      "TTFT from dispatch",
      "first token − first byte written",
      true,
      o -> o.ttftFromDispatchNanos()),
  /** What a user waited for the first token; free of coordinated omission. */
  TTFT_FROM_SCHEDULE(
      "TTFT from schedule",
      "first token − time at which the request was due",
      true,
      o -> o.ttftFromScheduleNanos()),
  /** Inter-token latency, one value per request; a synonym of TPOT. */
  ITL(
      "ITL per request",
      "(last token − first token) ÷ (output tokens − 1)",
      true,
      o -> o.answer().itlNanos()),
  /** What the server took to the last token. */
  E2E_FROM_DISPATCH(
      "E2E from dispatch", "last token − first byte written", true, o -> o.e2eFromDispatchNanos()),
  /** What a user waited for the last token. */
  E2E_FROM_SCHEDULE(
      "E2E from schedule",
      "last token − time at which the request was due",
      true,
      o -> o.e2eFromScheduleNanos()),
  /** How long the stream stayed open behind its last token. */
  STREAM_CLOSE("Stream close", "end of the answer − last token", true, LatencyMetric::close),
  /** How late the request left. */
  SEND_LAG(
      "Send lag",
      "first byte written − time at which the request was due",
      false,
      o -> OptionalLong.of(o.sendLagNanos())),
  /** The client's own lateness in turning to the request. */
  WAKE("… wake", "client turned to it − due", false, o -> OptionalLong.of(o.wakeLagNanos())),
  /** Held back by the user's own cap: the client queue. */
  SLOT(
      "… slot (client queue)",
      "let through by the user's own cap − client turned to it",
      false,
      o -> OptionalLong.of(o.slotLagNanos())),
  /** Spent on a new connection; 0 when a pooled one was taken. */
  CONNECT(
      "… connect",
      "connection stands − let through; 0 on a pooled connection",
      false,
      o -> OptionalLong.of(o.connectLagNanos())),
  /** Between having a connection and writing the first byte. */
  WRITE(
      "… write",
      "first byte written − connection at hand",
      false,
      o -> OptionalLong.of(o.writeLagNanos())),
  /** Waiting in the server, as it told. */
  SERVER_QUEUE(
      "Server queue, as told",
      "waiting in the server before it was worked on",
      true,
      o -> o.answer().serverTimes().queueNanos()),
  /** The server's prefill, as it told. */
  SERVER_PREFILL(
      "Server prefill, as told",
      "from there to the first output token",
      true,
      o -> o.answer().serverTimes().prefillNanos()),
  /** The server's decode, as it told. */
  SERVER_DECODE(
      "Server decode, as told",
      "from the first to the last output token",
      true,
      o -> o.answer().serverTimes().decodeNanos()),
  /** What the time to the first token has beyond the server's own times. */
  OUTSIDE_ENGINE(
      "Outside the engine",
      "TTFT from dispatch − server queue − server prefill, of streams: network and HTTP front",
      true,
      LatencyMetric::outsideEngine);

  private final String label;
  private final String definition;
  private final boolean completedOnly;
  private final Function<Outcome.Dispatched, OptionalLong> nanos;

  LatencyMetric(
      String label,
      String definition,
      boolean completedOnly,
      Function<Outcome.Dispatched, OptionalLong> nanos) {
    this.label = label;
    this.definition = definition;
    this.completedOnly = completedOnly;
    this.nanos = nanos;
  }

  /** Its name in reports. */
  public String label() {
    return label;
  }

  /** Its definition, a few words. */
  public String definition() {
    return definition;
  }

  /** Its name in documents, such as {@code ttft_from_dispatch}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether only completed requests have it. */
  public boolean completedOnly() {
    return completedOnly;
  }

  /** Its value for one outcome, absent where it does not apply. */
  public OptionalLong nanos(Outcome outcome) {
    if (outcome instanceof Outcome.Dispatched sent
        && (!completedOnly || outcome instanceof Outcome.Completed)) {
      return nanos.apply(sent);
    }
    return OptionalLong.empty();
  }

  /** Its value as far as the answer came, completed or not. */
  OptionalLong soFar(Outcome.Dispatched sent) {
    return nanos.apply(sent);
  }

  private static OptionalLong outsideEngine(Outcome.Dispatched sent) {
    ServerTimes told = sent.answer().serverTimes();
    OptionalLong first = sent.ttftFromDispatchNanos();
    boolean known =
        sent.answer().streamed()
            && first.isPresent()
            && told.queueNanos().isPresent()
            && told.prefillNanos().isPresent();
    return known
        ? OptionalLong.of(
            first.getAsLong() - told.queueNanos().getAsLong() - told.prefillNanos().getAsLong())
        : OptionalLong.empty();
  }

  private static OptionalLong close(Outcome.Dispatched sent) {
    OptionalLong last = sent.answer().lastTokenNanos();
    return last.isPresent()
        ? OptionalLong.of(sent.endNanos() - last.getAsLong())
        : OptionalLong.empty();
  }
}
