package dev.facsimile.synth.generate;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.TraceHeader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes drafts out as rows. Safe for use by several threads. */
final class RowForm {
  private final List<ClassModel> classes;
  private final boolean sessions;
  private final double timeCompression;

  RowForm(TrafficModel model, double timeCompression) {
    this.classes = model.classes();
    this.sessions = model.source().sessions() != TraceHeader.Sessions.NONE;
    this.timeCompression = timeCompression;
  }

  /** A time of the model in the workload's. */
  long compressed(long nanos) {
    return timeCompression == 1 ? nanos : (long) (nanos / timeCompression);
  }

  WorkloadRow row(Draft draft) {
    ClassModel stratum = classes.get(draft.classNumber());
    Mix.Combination fields = stratum.mix().combinations().get(draft.combination());
    Request request =
        new Request(
            id(draft.number()),
            compressed(draft.arrivalNanos()),
            stratum.requestClass(),
            fields.origin(),
            sessions ? conversation(draft) : Conversation.NONE,
            tokens(draft.inputTokens(), draft.outputTokens(), fields.maxOutputTokens()),
            draft.prompt().map(plan -> plan.prompt().ids()),
            fields.streaming(),
            fields.cacheEligible());
    return new WorkloadRow(request, compressed(draft.intent()));
  }

  private static String id(long number) {
    return "s" + number;
  }

  private static Conversation conversation(Draft draft) {
    OptionalLong parent = draft.parentNumber();
    return new Conversation(
        Optional.of("c" + draft.place().session().number()),
        OptionalInt.of(draft.place().turn()),
        parent.isPresent() ? Optional.of(id(parent.getAsLong())) : Optional.empty());
  }

  private Intent compressed(Intent intent) {
    OptionalLong think = intent.thinkNanos();
    return think.isEmpty() || timeCompression == 1
        ? intent
        : new Intent(
            OptionalLong.of(compressed(think.getAsLong())),
            intent.deadlineNanos(),
            intent.cancelAfterNanos(),
            intent.phase());
  }

  /** A limit below the planned output would contradict it, and is left out. */
  private static Tokens tokens(int input, int output, OptionalInt limit) {
    return limit.isEmpty() || limit.getAsInt() < output
        ? Tokens.of(input, output)
        : new Tokens(
            OptionalInt.of(input),
            OptionalInt.of(output),
            OptionalInt.empty(),
            OptionalInt.empty(),
            limit);
  }
}
