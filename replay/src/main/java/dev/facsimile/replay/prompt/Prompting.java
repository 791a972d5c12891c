package dev.facsimile.replay.prompt;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.TextKeeping;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.TurnLengths;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.PromptSource;
import dev.facsimile.trace.text.content.ContentChoice;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptCounts;
import dev.facsimile.trace.text.prompt.ServerOverhead;
import dev.facsimile.trace.text.prompt.ToolPrompts;
import dev.facsimile.trace.text.prompt.TurnComposer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The prompts of one run: chosen before it, written while it goes on, and told of at its end. Safe
 * for use by several threads once it is {@link #ready}.
 */
public final class Prompting implements Words {
  private final Optional<PromptPlan> plan;
  private final Endpoint endpoint;
  private final WorkloadSource source;
  private final SortedMap<String, String> made = new TreeMap<>();
  private final CountCheck check = new CountCheck();
  private final Optional<AnswerCounting> counting;
  private Optional<PromptComposer> composer;
  private Words words;

  /**
   * Prompts with a tokenizer.
   *
   * @throws InputException if the endpoint cannot carry what is asked for
   */
  public Prompting(PromptPlan plan, Endpoint endpoint, WorkloadSource source) {
    this.plan = Optional.of(plan);
    this.endpoint = endpoint;
    this.source = source;
    counting =
        plan.answersCounted() > 0
            ? Optional.of(
                new AnswerCounting(
                    plan.composer().vocabulary().tokenizer(),
                    new TextKeeping(plan.answersCounted(), 0)))
            : Optional.empty();
    composer = Optional.of(plan.composer());
    words = new ComposedWords(plan.composer());
    requireFitting(plan);
  }

  /** Prompts of one word for each token, where no tokenizer is given. */
  public Prompting(PromptSource texts, Endpoint endpoint, WorkloadSource source) {
    plan = Optional.empty();
    counting = Optional.empty();
    this.endpoint = endpoint;
    this.source = source;
    composer = Optional.empty();
    words =
        row ->
            row.messages().isPresent()
                ? Wording.literal(row, OptionalInt.empty())
                : Wording.text(
                    row, texts.of(row.request(), row.inputTokens()), OptionalInt.empty());
  }

  private void requireFitting(PromptPlan asked) {
    if (asked.tools().isPresent() && !endpoint.sendsTools()) {
      throw new InputException(
          "endpoint " + endpoint.name() + " cannot carry definitions of tools");
    }
    if (asked.history() != History.BLOCKS
        && (asked.content().isPresent() || asked.tools().isPresent())) {
      throw new InputException(
          "--history "
              + asked.history().word()
              + " writes its own conversations, which cannot be"
              + " put together with --content or --tools");
    }
  }

  /** Asks a server to count. */
  public interface Server extends Calibration.Server {}

  /** Whether it wants to ask the server before the run. */
  public boolean calibrates() {
    return plan.isPresent() && plan.get().calibrates();
  }

  /**
   * Asks the server how it counts, and writes for its counts from then on.
   *
   * @return what was learnt, in a sentence
   */
  public String calibrate(Server server) throws IOException {
    Calibration calibration =
        new Calibration(composer.orElseThrow(), endpoint.sendsMessages(), server);
    boolean turns = endpoint.sendsMessages() && plan.orElseThrow().history() != History.BLOCKS;
    Calibration.Learnt learnt = calibration.learn(turns);
    if (learnt.overhead().isPresent()) {
      ServerOverhead overhead = learnt.overhead().get();
      composer = composer.map(own -> own.servedWith(overhead));
      made.putAll(PromptPlan.normal(overhead));
    }
    return learnt.sentence();
  }

  /** Makes ready to write; reads what is to be read. */
  public void ready() throws IOException {
    if (plan.isEmpty()) {
      return;
    }
    PromptComposer writer = composer.orElseThrow();
    PromptPlan asked = plan.get();
    if (asked.history() != History.BLOCKS) {
      words = conversations(writer, asked.history());
      return;
    }
    words =
        asked.tools().isPresent()
            ? new ToolWords(new ToolPrompts(writer, asked.tools().getAsInt()))
            : new ComposedWords(writer);
    if (asked.content().isPresent()) {
      PromptPlan.Content content = asked.content().get();
      ContentChoice choice =
          ContentChoice.read(
              content.file(),
              writer.vocabulary(),
              new SeededStreams(writer.settings().seed()),
              content.tolerance(),
              content.contextWindow());
      words = new ContentWords(choice, writer.vocabulary(), endpoint.sendsMessages(), words);
    }
  }

  private Words conversations(PromptComposer writer, History history) {
    boolean messages = endpoint.sendsMessages();
    TurnComposer.Form form = messages ? TurnComposer.Form.MESSAGES : TurnComposer.Form.TEXT;
    boolean delta =
        source instanceof WorkloadSource.Trace trace
            && trace
                .file()
                .header()
                .turnLengths()
                .filter(lengths -> lengths.kind() == TurnLengths.Kind.DELTA)
                .isPresent();
    return new ConversationWords(
        new TurnComposer(writer, form), history, delta, messages, System::nanoTime);
  }

  /** Whether later turns wait for the answers before them. */
  public boolean awaitsAnswers() {
    return plan.isPresent() && plan.get().history() == History.REAL;
  }

  /** What counts answers; absent where none is to be counted. */
  public Optional<AnswerCounting> counting() {
    return counting;
  }

  /** What writes and counts, as the server was found to count; absent without a tokenizer. */
  public Optional<PromptComposer> composer() {
    return composer;
  }

  @Override
  public boolean waits(WorkloadRow row) {
    return words.waits(row);
  }

  @Override
  public Wording of(WorkloadRow row) {
    return words.of(row);
  }

  @Override
  public void ended(Outcome outcome, Optional<AnswerText> text) {
    check.add(outcome);
    words.ended(outcome, text);
  }

  @Override
  public List<String> found() {
    List<String> found = new ArrayList<>(words.found());
    found.addAll(check.found());
    counting
        .filter(c -> c.missed() > 0)
        .ifPresent(
            c ->
                found.add(
                    String.format(
                        Locale.ROOT,
                        "%,d answers were not counted with the tokenizer, which could not keep up:"
                            + " a share of them can be asked for with --count-answers",
                        c.missed())));
    return found;
  }

  /** How prompts are written, for the manifest. */
  public Map<String, String> settings() throws IOException {
    SortedMap<String, String> settings = new TreeMap<>();
    if (plan.isPresent()) {
      settings.putAll(plan.get().normal());
    }
    settings.putAll(made);
    return settings;
  }

  /** How prompts came out, for the manifest. */
  public Map<String, String> outcome() {
    SortedMap<String, String> outcome = new TreeMap<>();
    composer.ifPresent(
        writer -> {
          PromptCounts counts = writer.counts();
          outcome.put("prompts_verified", Long.toString(counts.verified()));
          outcome.put("prompts_repaired", Long.toString(counts.repaired()));
          outcome.put("prompts_inexact", Long.toString(counts.inexact()));
          outcome.put("prompts_shorter_than_template", Long.toString(counts.tooShort()));
          outcome.put("prompts_server_counts_same", Long.toString(check.same()));
          outcome.put("prompts_server_counts_other", Long.toString(check.other()));
        });
    counting.ifPresent(
        c -> {
          outcome.put("answers_counted", Long.toString(c.counted()));
          outcome.put("answers_not_counted", Long.toString(c.missed()));
        });
    return outcome;
  }
}
