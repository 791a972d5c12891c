package dev.facsimile.synth.generate;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.prefix.BlockIdSpace;
import dev.facsimile.synth.prefix.PrefixProcess;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes workload rows of slices, in order: what depends on the rows before is given here. */
final class RowAssembly {
  private final List<ClassModel> classes;
  private final List<Optional<PrefixProcess>> prefixes = new ArrayList<>();
  private final boolean inheritOrigin;
  private long row;

  RowAssembly(TrafficModel model, long seed) {
    this.classes = model.classes();
    // In a trace whose ids hold within one tenant or session, a parent is of the same origin.
    this.inheritOrigin =
        model.blocks().filter(blocks -> blocks.scope() != BlockScheme.Scope.GLOBAL).isPresent();
    SeededStreams streams = new SeededStreams(seed);
    BlockIdSpace ids = new BlockIdSpace(seed);
    for (int i = 0; i < classes.size(); i++) {
      prefixes.add(prefix(model, i, ids, streams));
    }
  }

  private static Optional<PrefixProcess> prefix(
      TrafficModel model, int number, BlockIdSpace ids, SeededStreams streams) {
    ClassModel stratum = model.classes().get(number);
    if (stratum.prefix().isEmpty() || model.blocks().isEmpty()) {
      return Optional.empty();
    }
    double share = (double) stratum.prefix().get().requestsWithBlocks() / stratum.requests();
    return Optional.of(
        new PrefixProcess(
            stratum.prefix().get(), model.blocks().get(), number, share, ids, streams));
  }

  /** Row {@code index} of a slice. */
  WorkloadRow next(Slice slice, int index) {
    int number = slice.classes()[index];
    ClassModel stratum = classes.get(number);
    long arrival = slice.arrivals()[index];
    int input = slice.inputTokens()[index];
    int drawn = slice.combinations()[index];
    Optional<PrefixProcess.Linked> linked =
        prefixes.get(number).map(process -> process.next(arrival, input, drawn));
    boolean inherits = inheritOrigin && linked.isPresent();
    int combination = inherits ? linked.get().parentMark().orElse(drawn) : drawn;
    Mix.Combination fields = stratum.mix().combinations().get(combination);
    Request request =
        new Request(
            "s" + row++,
            arrival,
            stratum.requestClass(),
            fields.origin(),
            Conversation.NONE,
            tokens(input, slice.outputTokens()[index], fields.maxOutputTokens()),
            linked.flatMap(PrefixProcess.Linked::blocks),
            fields.streaming(),
            fields.cacheEligible());
    return new WorkloadRow(request, Intent.PLAIN);
  }

  /** A limit below the planned output would contradict it, and is left out. */
  private static Tokens tokens(int input, int output, OptionalInt limit) {
    return new Tokens(
        OptionalInt.of(input),
        OptionalInt.of(output),
        OptionalInt.empty(),
        OptionalInt.empty(),
        limit.isPresent() && limit.getAsInt() < output ? OptionalInt.empty() : limit);
  }
}
