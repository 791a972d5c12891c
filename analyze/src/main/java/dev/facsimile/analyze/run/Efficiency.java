package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Since;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the tokens of completed requests took.
 *
 * @param joules energy of all GPUs over the samples of their power; absent without any
 * @param outputTokensPerJoule output tokens ÷ joules
 * @param totalTokensPerJoule input and output tokens ÷ joules
 * @param gpuUse mean utilization of all GPUs, 0 to 1
 * @param outputTokensPerGpuSecond output tokens ÷ the time that GPUs were in use (utilization ×
 *     time, over all GPUs)
 * @param cost what it cost by the user's prices
 */
record Efficiency(
    OptionalDouble joules,
    OptionalDouble outputTokensPerJoule,
    OptionalDouble totalTokensPerJoule,
    OptionalDouble gpuUse,
    OptionalDouble outputTokensPerGpuSecond,
    Optional<Cost> cost) {

  /**
   * Cost by a price file; failed requests' tokens are paid too, but only completed ones divide it.
   *
   * @param currency such as {@code USD}
   * @param tokens what the tokens cost by their prices
   * @param servers what the servers cost for as long as the run took
   * @param perMillionInput whole cost ÷ input tokens × 1 million
   * @param perMillionOutput ÷ output tokens
   * @param perMillionTotal ÷ all tokens
   * @param perThousandGood ÷ requests that met every objective × 1 thousand
   */
  record Cost(
      String currency,
      OptionalDouble tokens,
      OptionalDouble servers,
      OptionalDouble perMillionInput,
      OptionalDouble perMillionOutput,
      OptionalDouble perMillionTotal,
      OptionalDouble perThousandGood) {}

  static Optional<Efficiency> of(RunData data, Optional<Prices> prices, double seconds) {
    List<ServerSeries.Line> power = data.server().lines(ServerFigure.POWER);
    List<ServerSeries.Line> use = data.server().lines(ServerFigure.GPU_USE);
    if (prices.isEmpty() && power.isEmpty() && use.isEmpty()) {
      return Optional.empty();
    }
    double joules = power.stream().mapToDouble(ServerSeries.Line::integral).sum();
    double busy = use.stream().mapToDouble(ServerSeries.Line::integral).sum();
    TokenTally tokens = data.tokens();
    return Optional.of(
        new Efficiency(
            joules > 0 ? OptionalDouble.of(joules) : OptionalDouble.empty(),
            ratio(tokens.output(), joules),
            ratio(tokens.input() + tokens.output(), joules),
            use.stream().mapToDouble(ServerSeries.Line::mean).average(),
            ratio(tokens.output(), busy),
            prices.map(p -> cost(p, data, seconds))));
  }

  private static Cost cost(Prices prices, RunData data, double seconds) {
    TokenTally tokens = data.tokens();
    OptionalDouble forTokens =
        prices
            .tokens()
            .map(p -> OptionalDouble.of(tokenCost(p, tokens)))
            .orElse(OptionalDouble.empty());
    OptionalDouble forServers =
        prices
            .servers()
            .map(p -> OptionalDouble.of(p.count() * p.perHour() * seconds / 3600))
            .orElse(OptionalDouble.empty());
    double all = forTokens.orElse(0) + forServers.orElse(0);
    return new Cost(
        prices.currency(),
        forTokens,
        forServers,
        ratio(all * 1e6, tokens.input()),
        ratio(all * 1e6, tokens.output()),
        ratio(all * 1e6, tokens.input() + tokens.output()),
        ratio(all * 1e3, data.slo().good(Since.SCHEDULE)));
  }

  private static double tokenCost(Prices.Tokens prices, TokenTally tokens) {
    long cached = tokens.cached();
    return ((tokens.input() - cached) * prices.input()
            + cached * prices.cachedInput()
            + (tokens.output() + tokens.wasted()) * prices.output())
        / 1e6;
  }

  private static OptionalDouble ratio(double part, double of) {
    return of > 0 ? OptionalDouble.of(part / of) : OptionalDouble.empty();
  }
}
