package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Patience;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Traffic as a person tells it.
 *
 * @param id its name
 * @param version raised with every change
 * @param perSecond requests per second on the average
 * @param durationNanos its duration
 * @param blockTokens tokens of a prefix block
 * @param arrivals how sessions start
 * @param classes one or more
 */
record Scenario(
    String id,
    int version,
    double perSecond,
    long durationNanos,
    int blockTokens,
    Arrivals arrivals,
    List<RequestClass> classes) {

  /** The shape of the gaps between session starts, in a time that runs as fast as the rate. */
  sealed interface Process {}

  /** Every gap alike. */
  record Constant() implements Process {}

  /** Independent starts. */
  record Poisson() implements Process {}

  /**
   * Gamma gaps.
   *
   * @param shape 1 is Poisson, below it is burstier, above it steadier; the variation of the gaps
   *     is 1 ÷ √shape
   */
  record Gamma(double shape) implements Process {}

  /**
   * Poisson while on, nothing while off, both for exponential times.
   *
   * @param onSeconds mean time on
   * @param offSeconds mean time off
   */
  record OnOff(double onSeconds, double offSeconds) implements Process {}

  /**
   * A rate that goes up and down as a sine.
   *
   * @param periodSeconds from peak to peak
   * @param amplitude 0 to 1: the peak is 1 + amplitude times the mean
   * @param peakSeconds the first peak
   */
  record Diurnal(double periodSeconds, double amplitude, double peakSeconds) {}

  /** How sessions start. */
  record Arrivals(Process process, Optional<Diurnal> diurnal) {}

  /**
   * A share of the requests.
   *
   * @param inTokens whether it is one of all tokens rather than of the requests
   * @param value over 0; all shares of a kind need not add up to 1
   */
  record Share(boolean inTokens, double value) {}

  /**
   * A prompt's beginning that many requests have.
   *
   * @param tokens its length, on top of the request's own input
   * @param variants how many different ones there are
   */
  record SystemPrompt(int tokens, int variants) {}

  /**
   * Later turns.
   *
   * @param count requests of a session
   * @param thinkMillis from one turn to the next
   * @param newTokens that the user adds with each
   */
  record Turns(Marginal count, Marginal thinkMillis, Marginal newTokens) {}

  /**
   * A class of requests.
   *
   * @param name its name
   * @param share of the traffic
   * @param input prompt tokens of the first turn, without a system prompt
   * @param output answer tokens
   * @param systemPrompt what its prompts begin with
   * @param turns later turns; absent where a request is a session
   * @param cacheEligible whether prompts may be served from a prefix cache
   * @param streaming whether answers are asked for as streams
   * @param maxOutputTokens the request's own limit
   * @param patience of its clients
   */
  record RequestClass(
      String name,
      Share share,
      Marginal input,
      Marginal output,
      Optional<SystemPrompt> systemPrompt,
      Optional<Turns> turns,
      boolean cacheEligible,
      boolean streaming,
      OptionalInt maxOutputTokens,
      Patience patience) {

    double meanTurns() {
      return turns.map(t -> Spread.mean(t.count())).orElse(1.0);
    }

    /**
     * Mean tokens of a request, prompts and answers, with all that is carried from turn to turn.
     */
    double meanTokens() {
      double first = Spread.mean(input) + systemPrompt.map(SystemPrompt::tokens).orElse(0);
      double answer = Spread.mean(output);
      double added = turns.map(t -> Spread.mean(t.newTokens()) + answer).orElse(0.0);
      // The k-th turn's prompt has k - 1 additions; (T - 1) / 2 of them on the average over turns.
      return first + answer + added * turns.map(t -> meanEarlierTurns(t.count())).orElse(0.0);
    }

    /** E(T (T − 1) / 2) ÷ E(T): turns before a request, on the average over requests. */
    private static double meanEarlierTurns(Marginal count) {
      double earlier = 0;
      double all = 0;
      for (Marginal.Segment segment : count.segments()) {
        double turns = (segment.low() + (double) segment.high()) / 2;
        earlier += segment.count() * turns * (turns - 1) / 2;
        all += segment.count() * turns;
      }
      return earlier / all;
    }
  }
}
