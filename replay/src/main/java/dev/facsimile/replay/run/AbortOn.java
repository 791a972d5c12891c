package dev.facsimile.replay.run;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When a run is given up: too many failures, or too much spent.
 *
 * @param failureShare share of the ended requests that did not complete, 0 to 1; looked at from
 *     {@link #LEAST} requests on
 * @param tokens prompt and output tokens together
 * @param cost in the prices' currency
 * @param prices what tokens cost
 */
public record AbortOn(
    OptionalDouble failureShare, OptionalLong tokens, OptionalDouble cost, Prices prices) {
  /** Goes on whatever happens. */
  public static final AbortOn NEVER =
      new AbortOn(
          OptionalDouble.empty(), OptionalLong.empty(), OptionalDouble.empty(), Prices.NONE);

  /** Fewer ended requests than this tell nothing of the share that fails. */
  static final int LEAST = 20;

  /**
   * What a million tokens cost.
   *
   * @param input of prompts
   * @param output of answers
   */
  public record Prices(double input, double output) {
    /** Not known. */
    public static final Prices NONE = new Prices(0, 0);

    public Prices {
      if (!(input >= 0 && output >= 0)) {
        throw new IllegalArgumentException("prices are " + input + " and " + output);
      }
    }

    /** Of so many tokens. */
    public double of(long inputTokens, long outputTokens) {
      return (input * inputTokens + output * outputTokens) / 1e6;
    }
  }

  /** Adds up a run and says when it is over. For one thread. */
  final class Watcher {
    private long ended;
    private long failures;
    private long input;
    private long output;

    /** One more outcome; a sentence once the run is to be given up. */
    Optional<String> add(Outcome outcome) {
      ended++;
      boolean planned =
          outcome instanceof Outcome.Cancelled cancelled && cancelled.isPlannedDisconnect();
      failures += outcome.status() == RequestStatus.COMPLETED || planned ? 0 : 1;
      if (outcome instanceof Outcome.Dispatched sent) {
        input +=
            sent.answer()
                .usage()
                .inputTokens()
                .orElse(sent.planned().request().tokens().input().orElse(0));
        output += sent.answer().outputTokens();
      }
      return reason();
    }

    private Optional<String> reason() {
      double share = (double) failures / ended;
      if (failureShare.isPresent() && ended >= LEAST && share > failureShare.getAsDouble()) {
        return sentence(
            "%d of %d requests did not complete, over %.1f %%",
            failures, ended, 100 * failureShare.getAsDouble());
      }
      if (tokens.isPresent() && input + output > tokens.getAsLong()) {
        return sentence("%d tokens were spent, over %d", input + output, tokens.getAsLong());
      }
      double spent = prices.of(input, output);
      if (cost.isPresent() && spent > cost.getAsDouble()) {
        return sentence("%.2f were spent, over %.2f", spent, cost.getAsDouble());
      }
      return Optional.empty();
    }

    private static Optional<String> sentence(String format, Object... values) {
      return Optional.of(String.format(Locale.ROOT, format, values));
    }
  }

  /** A new count. */
  Watcher watcher() {
    return new Watcher();
  }
}
