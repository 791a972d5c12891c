package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Copies;
import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.course.Retries;
import dev.facsimile.synth.generate.Planned.Ask;
import dev.facsimile.synth.generate.Planned.Kind;
import dev.facsimile.synth.prefix.PrefixProcess.Linked;
import dev.facsimile.synth.prefix.PromptPlan;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Drafts the rows of slices, in order of arrival: what depends on the rows before is given here.
 * Holds the turns that are still to come and the sessions that they belong to.
 */
final class RowAssembly {
  /** Turns are numbered slice by slice. */
  private static final int NUMBERS_OF_SLICE = 32;

  private final List<ClassDraw> draws;
  private final Prompts prompts;
  private final UniformRandomProvider turnMix;
  private final UniformRandomProvider retrying;
  private final IntentDraw intents;
  private final Course course;
  private final long durationNanos;
  private final RowDelivery delivery;
  private final Coming coming = new Coming();
  private long again = Long.MIN_VALUE;
  private long row;
  private long session;

  RowAssembly(Generation generation, List<ClassDraw> draws, RowDelivery delivery) {
    this.course = generation.course();
    this.durationNanos = generation.durationNanos();
    this.draws = draws;
    this.delivery = delivery;
    this.prompts = new Prompts(generation.model(), generation.seed(), course);
    SeededStreams streams = new SeededStreams(generation.seed());
    turnMix = streams.stream("turns/mix");
    retrying = streams.stream("retries");
    intents = new IntentDraw(generation.model().classes(), course, streams);
    course.copies().forEach(this::plan);
  }

  /** The number of a slice's first turn. */
  static long firstNumber(long slice) {
    return slice << NUMBERS_OF_SLICE;
  }

  private void plan(Copies copies) {
    Optional<Planned> first = Optional.empty();
    for (int i = 0; i < copies.count() && copies.nanos() < durationNanos; i++) {
      Ask ask =
          new Ask(
              copies.nanos(), copies.classNumber(), copies.inputTokens(), copies.outputTokens());
      Optional<Planned> of = copies.identical() ? first : Optional.empty();
      Planned copy = Planned.copy(ask, of, again++, copies.phase());
      first = first.isPresent() ? first : Optional.of(copy);
      coming.add(copy);
    }
  }

  /** Rows so far. */
  long rows() {
    return row;
  }

  /** Writes all rows up to the slice's last; its turns that come later wait for the next slice. */
  void take(Slice slice) throws IOException {
    Slice.Following following = slice.turns();
    coming.addAll(following.turns());
    int continued = 0;
    for (int i = 0; i < slice.rows() && !delivery.done(); i++) {
      writeWaiting(slice.arrivals()[i]);
      Draft draft = writeStart(slice, i);
      if (continued < following.rows().length && following.rows()[continued] == i) {
        following.starts()[continued++].became(draft);
      }
    }
  }

  /** Writes the turns that are left. */
  void finish() throws IOException {
    writeWaiting(Long.MAX_VALUE);
    delivery.finish();
  }

  private void writeWaiting(long beforeNanos) throws IOException {
    while (!delivery.done() && coming.before(beforeNanos)) {
      Planned next = coming.next();
      next.became(
          switch (next.kind()) {
            case TURN -> writeTurn(next);
            case RETRY -> writeRetry(next);
            case COPY -> writeCopy(next);
            case START -> throw new IllegalStateException("a start that waits");
          });
    }
  }

  private Draft writeStart(Slice slice, int index) throws IOException {
    int number = slice.classes()[index];
    int drawn = slice.combinations()[index];
    Ask ask =
        new Ask(
            slice.arrivals()[index],
            number,
            slice.inputTokens()[index],
            slice.outputTokens()[index]);
    Linked linked = prompts.start(number, ask.arrivalNanos(), ask.inputTokens(), drawn);
    Optional<Retries> retries = retriesAt(ask.arrivalNanos());
    OptionalLong timeout =
        retries.isPresent() ? retries.get().timeoutNanos() : OptionalLong.empty();
    Intent intent =
        intents.of(number, ask.arrivalNanos(), OptionalLong.empty(), Optional.empty(), timeout);
    Draft draft = start(ask, linked.parentMark().orElse(drawn), linked.prompt(), intent);
    if (retries.isPresent()) {
      plan(retries.get(), ask, draft);
    }
    return draft;
  }

  /** The stretch that a start lies in, if it is one of those that are sent again. */
  private Optional<Retries> retriesAt(long arrivalNanos) {
    for (Retries retries : course.retries()) {
      if (retries.holds(arrivalNanos) && retrying.nextDouble() < retries.share()) {
        return Optional.of(retries);
      }
    }
    return Optional.empty();
  }

  private void plan(Retries retries, Ask first, Draft draft) {
    long from = retries.afterEnd() ? retries.toNanos() : first.arrivalNanos();
    double delay = -StrictMath.log(1 - retrying.nextDouble()) * retries.backoffNanos();
    long arrival = from + (long) delay;
    if (arrival >= durationNanos) {
      return;
    }
    Planned attempt = Planned.start(first);
    attempt.became(draft);
    Ask ask = new Ask(arrival, first.classNumber(), first.inputTokens(), first.outputTokens());
    coming.add(Planned.retry(ask, attempt, again++));
  }

  private Draft writeRetry(Planned retry) throws IOException {
    Draft first = retry.parentRow();
    return start(retry.ask(), first.combination(), first.prompt(), intent(retry));
  }

  private Draft writeCopy(Planned copy) throws IOException {
    Ask ask = copy.ask();
    boolean known = copy.parent().isPresent();
    Optional<PromptPlan> prompt =
        known ? copy.parentRow().prompt() : prompts.alone(ask.classNumber(), ask.inputTokens());
    int combination =
        known ? copy.parentRow().combination() : prompts.eligibleCombination(ask.classNumber());
    return start(ask, combination, prompt, intent(copy));
  }

  private Intent intent(Planned planned) {
    return intents.of(
        planned.ask().classNumber(),
        planned.ask().arrivalNanos(),
        planned.kind() == Kind.TURN ? planned.thinkNanos() : OptionalLong.empty(),
        planned.label(),
        OptionalLong.empty());
  }

  private Draft writeTurn(Planned turn) throws IOException {
    Draft parent = turn.parentRow();
    int number = turn.ask().classNumber();
    int combination =
        number == parent.classNumber()
            ? parent.combination()
            : draws.get(number).combination(turnMix);
    Optional<PromptPlan> prompt = prompts.turn(turn, combination);
    return write(
        new Draft(
            row,
            parent.place().session().next(),
            OptionalLong.of(parent.number()),
            OptionalLong.of(turn.gapNanos()),
            turn.ask().arrivalNanos(),
            number,
            combination,
            turn.ask().inputTokens(),
            turn.ask().outputTokens(),
            prompt,
            intent(turn)));
  }

  /** The first row of a session of its own. */
  private Draft start(Ask ask, int combination, Optional<PromptPlan> prompt, Intent intent)
      throws IOException {
    return write(
        new Draft(
            row,
            new Draft.Session(session++).next(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            ask.arrivalNanos(),
            ask.classNumber(),
            combination,
            ask.inputTokens(),
            ask.outputTokens(),
            prompt,
            intent));
  }

  private Draft write(Draft draft) throws IOException {
    row++;
    delivery.take(draft);
    return draft;
  }
}
