package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Confirmation: whether somebody who guesses a prompt or an id can see that it is in the release.
 * He has the public block chain of his guess, and every public function ({@link PublicFunctions}).
 * Prompts: of as many true ones as false ones, how many have their first two blocks, under some
 * function, at the start of a released row. Ids: how many released ids some function makes of the
 * raw one of their row, against the raw one of another row.
 *
 * @param prompts of the prefix blocks; absent where no prompt has two released blocks
 * @param ids of request, tenant, user and session ids
 */
public record Confirmation(Optional<Prompts> prompts, Ids ids) {
  /** True prompts, and as many false ones; ids of each kind. */
  public static final int SAMPLE = 1_000;

  /**
   * Guessed prompts.
   *
   * @param functions public functions tried
   * @param trueMatches guesses that are in the raw trace and seem to be in the release
   * @param falseMatches guesses that are not and seem to be
   * @param auc the chance that a true guess looks better than a false one, ties halved: 0.5 + (true
   *     − false) ÷ 2, with the interval of that difference; 0.5 is what a coin gives
   */
  public record Prompts(int functions, Estimate trueMatches, Estimate falseMatches, Estimate auc) {}

  /**
   * Guessed ids.
   *
   * @param tried raw ids tried, each with every function
   * @param matches ids that a function turns into the released one
   * @param chance the same with the raw ids of other rows
   */
  public record Ids(long tried, long matches, long chance) {}

  /** Whether guesses are confirmed more often than by chance. */
  boolean confirms() {
    return ids.matches > ids.chance + 1
        || prompts.filter(p -> p.trueMatches.low() > p.falseMatches.high()).isPresent();
  }

  /** Looks at rows as they pass. Holds 8 bytes for each row with blocks, and the samples. */
  static final class Attack {
    private final UniformRandomProvider random;
    private final UniformRandomProvider falsehood;
    private final LongSeries starts = new LongSeries();
    private final List<long[]> prompts = new ArrayList<>();
    private final List<Sampled> requests = new ArrayList<>();
    private final List<Sampled> tenants = new ArrayList<>();
    private final List<Sampled> users = new ArrayList<>();
    private final List<Sampled> sessions = new ArrayList<>();
    private long rows;

    /** An id on both sides. */
    private record Sampled(String raw, String released) {}

    Attack(SeededStreams streams) {
      random = streams.stream("confirmation");
      falsehood = streams.stream("confirmation, false prompts");
    }

    void add(TraceRow before, TraceRow after) {
      rows++;
      sample(requests, before.request().id(), Optional.of(after.request().id()));
      before
          .request()
          .origin()
          .tenant()
          .ifPresent(raw -> sample(tenants, raw, after.request().origin().tenant()));
      before.userId().ifPresent(raw -> sample(users, raw, after.userId()));
      before
          .request()
          .conversation()
          .sessionId()
          .ifPresent(raw -> sample(sessions, raw, after.request().conversation().sessionId()));
      Optional<BlockIds> released = after.request().prefixBlocks();
      if (released.isPresent() && released.get().size() > 1) {
        addPrompt(before.request().prefixBlocks().orElseThrow(), released.get());
      }
    }

    private void addPrompt(BlockIds before, BlockIds after) {
      starts.add(start(after.get(0), after.get(1)));
      long[] prompt = {before.get(0), before.get(1)};
      int place = place(prompts.size(), starts.size());
      if (place == prompts.size()) {
        prompts.add(prompt);
      } else if (place >= 0) {
        prompts.set(place, prompt);
      }
    }

    private void sample(List<Sampled> ids, String raw, Optional<String> released) {
      if (released.isPresent()) {
        int place = place(ids.size(), rows);
        if (place == ids.size()) {
          ids.add(new Sampled(raw, released.get()));
        } else if (place >= 0) {
          ids.set(place, new Sampled(raw, released.get()));
        }
      }
    }

    /** Vitter's algorithm R: where the {@code seen}-th item goes in a sample, or below 0. */
    private int place(int size, long seen) {
      if (size < SAMPLE) {
        return size;
      }
      long place = random.nextLong(seen);
      return place < SAMPLE ? (int) place : -1;
    }

    private static long start(long first, long second) {
      return SeededStreams.mix(SeededStreams.mix(first) + second);
    }

    Confirmation end() {
      PublicFunctions functions = new PublicFunctions();
      return new Confirmation(
          prompts.isEmpty() ? Optional.empty() : Optional.of(guessPrompts(functions)),
          guessIds(functions));
    }

    private Prompts guessPrompts(PublicFunctions functions) {
      long[] sorted = starts.toArray();
      Arrays.sort(sorted);
      int right = 0;
      int wrong = 0;
      for (long[] prompt : prompts) {
        right += matches(functions, prompt[0], prompt[1], sorted) ? 1 : 0;
        // As large as the true one, so that a match by mere size is a match of both.
        long other = prompt[1] == 0 ? falsehood.nextLong() : falsehood.nextLong(bound(prompt[1]));
        wrong += matches(functions, prompt[0], other, sorted) ? 1 : 0;
      }
      Estimate trueMatches = Estimate.share(right, prompts.size());
      Estimate falseMatches = Estimate.share(wrong, prompts.size());
      return new Prompts(
          functions.ofNumber(0).length, trueMatches, falseMatches, auc(trueMatches, falseMatches));
    }

    private static long bound(long id) {
      return id == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(2, Math.abs(id));
    }

    private static boolean matches(
        PublicFunctions functions, long first, long second, long[] starts) {
      long[] firsts = functions.ofNumber(first);
      long[] seconds = functions.ofNumber(second);
      for (int i = 0; i < firsts.length; i++) {
        if (Arrays.binarySearch(starts, start(firsts[i], seconds[i])) >= 0) {
          return true;
        }
      }
      return false;
    }

    private static Estimate auc(Estimate right, Estimate wrong) {
      double difference = right.value() - wrong.value();
      double down = Math.hypot(right.value() - right.low(), wrong.high() - wrong.value());
      double up = Math.hypot(right.high() - right.value(), wrong.value() - wrong.low());
      return new Estimate(
          0.5 + difference / 2,
          Math.max(0, 0.5 + (difference - down) / 2),
          Math.min(1, 0.5 + (difference + up) / 2),
          right.sample());
    }

    private Ids guessIds(PublicFunctions functions) {
      long tried = 0;
      long matches = 0;
      long chance = 0;
      for (List<Sampled> ids : List.of(requests, tenants, users, sessions)) {
        for (int i = 0; i < ids.size(); i++) {
          List<String> guesses = functions.ofText(ids.get(i).raw());
          Sampled other = ids.get((i + 1) % ids.size());
          tried++;
          matches += confirmed(guesses, ids.get(i).released()) ? 1 : 0;
          boolean another = !other.raw().equals(ids.get(i).raw());
          chance += another && confirmed(guesses, other.released()) ? 1 : 0;
        }
      }
      return new Ids(tried, matches, chance);
    }

    /** Whether the released id is a guess, or has one after its word, or holds a long one. */
    private static boolean confirmed(List<String> guesses, String released) {
      String number = released.substring(released.indexOf('-') + 1);
      for (String guess : guesses) {
        if (guess.equals(released)
            || guess.equals(number)
            || guess.length() >= 8 && released.contains(guess)) {
          return true;
        }
      }
      return false;
    }
  }
}
