package dev.facsimile.replay.prompt;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.text.prompt.Turn;
import dev.facsimile.trace.text.prompt.TurnComposer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The turns of sessions, each with what was said before. A turn goes on from the one before if its
 * planned length leaves room for that one's prompt, an answer and a text; otherwise the plan has
 * dropped the history, and it begins anew. With made-up answers every prompt has its planned count:
 * where a plan leaves less room than the planned answer needs, the answer is shorter. With real
 * ones, the user's text makes up for what an answer is longer or shorter; where an answer leaves no
 * room at all, the prompt is longer than planned.
 */
final class ConversationWords implements Words {
  private final TurnComposer composer;
  private final History history;
  private final boolean delta;
  private final boolean asMessages;
  private final LongSupplier nanoTime;
  private final Conversations conversations = new Conversations();
  private final LongSeries makingNanos = new LongSeries();
  private final LongSeries wakeNanos = new LongSeries();
  private long goingOn;
  private long anew;
  private long standIns;
  private long longer;
  private long longerTokens;
  private long plannedAnswerTokens;
  private long realAnswerTokens;

  /**
   * Conversations.
   *
   * @param composer writes them, in the form that is sent
   * @param delta whether planned lengths of later turns count what the turn adds
   * @param asMessages whether they are sent as messages
   * @param nanoTime a monotonic clock, to tell how long the making takes
   */
  ConversationWords(
      TurnComposer composer,
      History history,
      boolean delta,
      boolean asMessages,
      LongSupplier nanoTime) {
    this.composer = composer;
    this.history = history;
    this.delta = delta;
    this.asMessages = asMessages;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized boolean waits(WorkloadRow row) {
    Optional<String> session = row.request().conversation().sessionId();
    return history == History.REAL
        && row.messages().isEmpty()
        && session.isPresent()
        && conversations.begin(session.get());
  }

  @Override
  public Wording of(WorkloadRow row) {
    if (row.messages().isPresent()) {
      return Wording.literal(row, OptionalInt.empty());
    }
    if (row.request().conversation().sessionId().isEmpty()) {
      return wording(row, composer.first(row.request(), row.inputTokens()));
    }
    long begun = nanoTime.getAsLong();
    Optional<Conversations.Spoken> before = before(row.request());
    Optional<TurnComposer.History> said = before.flatMap(spoken -> history(spoken, row));
    Turn turn =
        said.isPresent()
            ? composer.next(said.get(), row.request(), planned(row, said.get()))
            : composer.first(row.request(), row.inputTokens());
    Wording wording = wording(row, turn);
    remember(row, turn, before, said, nanoTime.getAsLong() - begun);
    return wording;
  }

  private synchronized Optional<Conversations.Spoken> before(Request request) {
    return conversations.before(request);
  }

  private int planned(WorkloadRow row, TurnComposer.History said) {
    return row.inputTokens() + (delta ? said.tokens() : 0);
  }

  /** The history that a row goes on from; none if its plan has no room for one. */
  private Optional<TurnComposer.History> history(Conversations.Spoken before, WorkloadRow row) {
    int least = composer.fewestAnswerAndText();
    int room =
        delta
            ? Integer.MAX_VALUE
            : row.inputTokens() - before.turn.tokens() - composer.turnTokens();
    if (room < least) {
      return Optional.empty();
    }
    Turn.Said answer = said(before);
    TurnComposer.History whole = composer.history(before.turn, answer);
    int over = delta ? 0 : whole.tokens() + composer.fewestText() - row.inputTokens();
    if (over <= 0 || answer instanceof Turn.Said.Real) {
      return Optional.of(whole);
    }
    int shorter = Math.max(1, ((Turn.Said.MadeUp) answer).tokens() - over);
    return Optional.of(composer.history(before.turn, new Turn.Said.MadeUp(shorter)));
  }

  private Turn.Said said(Conversations.Spoken before) {
    return (history == History.REAL ? before.answer : Optional.<Turn.Said>empty())
        .orElseGet(() -> new Turn.Said.MadeUp(Math.max(1, before.row.outputTokens())));
  }

  private synchronized void remember(
      WorkloadRow row,
      Turn turn,
      Optional<Conversations.Spoken> before,
      Optional<TurnComposer.History> said,
      long nanos) {
    boolean waited = history == History.REAL && before.isPresent();
    conversations.said(new Conversations.Spoken(row, turn, waited));
    if (before.isEmpty()) {
      return;
    }
    makingNanos.add(nanos);
    if (said.isEmpty()) {
      anew++;
      return;
    }
    goingOn++;
    int planned = planned(row, said.get());
    if (turn.tokens() > planned) {
      longer++;
      longerTokens += turn.tokens() - planned;
    }
    if (said.get().answer() instanceof Turn.Said.Real) {
      plannedAnswerTokens += before.get().row.outputTokens();
      realAnswerTokens += said.get().answerTokens();
    } else if (history == History.REAL) {
      standIns++;
    }
  }

  private Wording wording(WorkloadRow row, Turn turn) {
    OptionalInt tokens = OptionalInt.of(turn.tokens());
    return asMessages
        ? Wording.messages(row, composer.messages(turn), tokens)
        : Wording.text(row, composer.text(turn), tokens);
  }

  @Override
  public synchronized void ended(Outcome outcome, Optional<AnswerText> text) {
    if (history != History.REAL
        || outcome.planned().request().conversation().sessionId().isEmpty()) {
      return;
    }
    Optional<String> answer = text.map(AnswerText::content).filter(said -> !said.isBlank());
    Optional<Conversations.Spoken> spoken =
        conversations.ended(outcome.planned().request(), answer);
    if (spoken.isPresent() && spoken.get().waited && outcome instanceof Outcome.Dispatched sent) {
      wakeNanos.add(sent.wakeLagNanos());
    }
  }

  @Override
  public synchronized List<String> found() {
    List<String> found = new ArrayList<>();
    found.add(
        String.format(
            "history (%s): %,d later turns go on from the turn before, %,d begin anew because their"
                + " planned length has no room for it",
            history.word(), goingOn, anew));
    if (history == History.REAL) {
      found.add(answers());
      times(found);
    }
    if (longer > 0) {
      found.add(
          String.format(
              "%,d prompts are longer than planned, by %,d tokens together, because the answer"
                  + " before them left no room; sent_input_tokens of the outcomes tells them",
              longer, longerTokens));
    }
    if (conversations.forgotten() > 0) {
      found.add(
          String.format(
              "%,d sessions were forgotten, as more was said than is held; turns that came later"
                  + " began anew",
              conversations.forgotten()));
    }
    return found;
  }

  private String answers() {
    double off =
        plannedAnswerTokens == 0
            ? 0
            : 100.0 * (realAnswerTokens - plannedAnswerTokens) / plannedAnswerTokens;
    return String.format(
        "real answers: %,d of the %,d turns say what the server answered, %,d tokens encoded again"
            + " where %,d were planned (%+.1f %%), which the user's text makes up for; %,d follow a"
            + " turn without an answer, and one is made up",
        goingOn - standIns, goingOn, realAnswerTokens, plannedAnswerTokens, off, standIns);
  }

  private void times(List<String> found) {
    Percentiles making = Percentiles.of(makingNanos.toArray());
    Percentiles wake = Percentiles.of(wakeNanos.toArray());
    if (!making.isEmpty() && !wake.isEmpty()) {
      found.add(
          String.format(
              "they were written once the answer was there: %.1f ms median, %.1f ms at most; they"
                  + " left %.1f ms median, %.1f ms p99 after they were due (their wake lag)",
              making.at(50) / 1e6, making.max() / 1e6, wake.at(50) / 1e6, wake.at(99) / 1e6));
    }
  }
}
