package dev.facsimile.synth.generate;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.Patience;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.prefix.BlockIdSpace;
import dev.facsimile.synth.prefix.PrefixProcess;
import dev.facsimile.synth.prefix.Prompt;
import dev.facsimile.synth.session.Visit;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Makes workload rows of slices, in order of arrival: what depends on the rows before is given
 * here. Holds the turns that are still to come and the sessions that they belong to.
 */
final class RowAssembly {
  private final List<ClassModel> classes;
  private final List<ClassDraw> draws;
  private final List<Optional<PrefixProcess>> prefixes = new ArrayList<>();
  private final boolean inheritOrigin;
  private final boolean sessions;
  private final UniformRandomProvider turnMix;
  private final UniformRandomProvider disconnects;
  private final List<Optional<Waiting>> patience;
  private final Generation.RowSink sink;
  private final PriorityQueue<Node> coming = new PriorityQueue<>();
  private long nodes;
  private long row;
  private long session;

  /** A request of a session with several, and what is known of it once it has its row. */
  private static final class Node implements Comparable<Node> {
    private final Visit visit;
    private final Optional<Node> parent;
    private final long number;
    private Optional<Written> written = Optional.empty();

    Node(Visit visit, Optional<Node> parent, long number) {
      this.visit = visit;
      this.parent = parent;
      this.number = number;
    }

    Written parentRow() {
      return parent.orElseThrow().written.orElseThrow();
    }

    @Override
    public int compareTo(Node other) {
      int byTime = Long.compare(visit.arrivalNanos(), other.visit.arrivalNanos());
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** The rows of one session so far. */
  private static final class Session {
    private final String id;
    private int turns;

    Session(String id) {
      this.id = id;
    }
  }

  /** What later turns want to know of a row. */
  private record Written(
      String id, int classNumber, int combination, Optional<Prompt> prompt, Session session) {}

  RowAssembly(TrafficModel model, long seed, List<ClassDraw> draws, Generation.RowSink sink) {
    this.classes = model.classes();
    this.draws = draws;
    this.sink = sink;
    this.sessions = model.source().sessions() != TraceHeader.Sessions.NONE;
    // In a trace whose ids hold within one tenant or session, a parent is of the same origin.
    this.inheritOrigin =
        model.blocks().filter(blocks -> blocks.scope() != BlockScheme.Scope.GLOBAL).isPresent();
    SeededStreams streams = new SeededStreams(seed);
    turnMix = streams.stream("turns/mix");
    disconnects = streams.stream("disconnects");
    patience = classes.stream().map(c -> c.patience().map(Waiting::of)).toList();
    BlockIdSpace ids = new BlockIdSpace(seed);
    for (int i = 0; i < classes.size(); i++) {
      prefixes.add(prefix(model, i, ids, streams));
    }
  }

  private static Optional<PrefixProcess> prefix(
      TrafficModel model, int number, BlockIdSpace ids, SeededStreams streams) {
    ClassModel stratum = model.classes().get(number);
    if (stratum.prefix().isEmpty() || model.cut().isEmpty()) {
      return Optional.empty();
    }
    double share =
        (double) stratum.prefix().get().requestsWithBlocks() / Math.max(1, stratum.sessionStarts());
    return Optional.of(
        new PrefixProcess(stratum.prefix().get(), model.cut().get(), number, share, ids, streams));
  }

  /** Rows so far. */
  long rows() {
    return row;
  }

  /** Writes all rows up to the slice's last; its turns that come later wait for the next slice. */
  void take(Slice slice) throws IOException {
    Map<Visit, Node> known = new IdentityHashMap<>();
    Map<Integer, Node> starts = new HashMap<>();
    slice
        .starts()
        .forEach(
            (place, visit) -> {
              Node node = new Node(visit, Optional.empty(), nodes++);
              starts.put(place, node);
              known.put(visit, node);
            });
    for (Visit turn : slice.turns()) {
      Node node = new Node(turn, turn.parent().map(known::get), nodes++);
      known.put(turn, node);
      coming.add(node);
    }
    for (int i = 0; i < slice.rows(); i++) {
      writeTurns(slice.arrivals()[i]);
      writeStart(slice, i, Optional.ofNullable(starts.get(i)));
    }
  }

  /** Writes the turns that are left. */
  void finish() throws IOException {
    writeTurns(Long.MAX_VALUE);
  }

  private void writeTurns(long beforeNanos) throws IOException {
    while (!coming.isEmpty() && coming.peek().visit.arrivalNanos() < beforeNanos) {
      writeTurn(coming.remove());
    }
  }

  private void writeStart(Slice slice, int index, Optional<Node> node) throws IOException {
    int number = slice.classes()[index];
    long arrival = slice.arrivals()[index];
    int input = slice.inputTokens()[index];
    int drawn = slice.combinations()[index];
    Optional<PrefixProcess.Linked> linked =
        prefixes.get(number).map(process -> process.next(arrival, input, drawn));
    boolean inherits = inheritOrigin && linked.isPresent();
    int combination = inherits ? linked.get().parentMark().orElse(drawn) : drawn;
    Session own = new Session("c" + session++);
    Written written =
        new Written(
            "s" + row++, number, combination, linked.flatMap(PrefixProcess.Linked::prompt), own);
    node.ifPresent(n -> n.written = Optional.of(written));
    Visit visit = Visit.start(arrival, number, input, slice.outputTokens()[index]);
    sink.take(row(visit, written, Optional.empty()));
  }

  private void writeTurn(Node node) throws IOException {
    Visit visit = node.visit;
    Written parent = node.parentRow();
    int number = visit.classNumber();
    int combination =
        number == parent.classNumber()
            ? parent.combination()
            : draws.get(number).combination(turnMix);
    Optional<Prompt> prompt =
        parent
            .prompt()
            .flatMap(
                known ->
                    prefixes
                        .get(number)
                        .map(
                            process ->
                                process.follow(
                                    known,
                                    visit.sharedBlocks(),
                                    visit.arrivalNanos(),
                                    visit.inputTokens(),
                                    combination)));
    Written written = new Written("s" + row++, number, combination, prompt, parent.session());
    node.written = Optional.of(written);
    sink.take(row(visit, written, Optional.of(parent.id())));
  }

  private WorkloadRow row(Visit visit, Written written, Optional<String> parentId) {
    ClassModel stratum = classes.get(written.classNumber());
    Mix.Combination fields = stratum.mix().combinations().get(written.combination());
    Conversation conversation = Conversation.NONE;
    if (sessions) {
      Session own = written.session();
      conversation = new Conversation(Optional.of(own.id), OptionalInt.of(own.turns++), parentId);
    }
    Request request =
        new Request(
            written.id(),
            visit.arrivalNanos(),
            stratum.requestClass(),
            fields.origin(),
            conversation,
            tokens(visit.inputTokens(), visit.outputTokens(), fields.maxOutputTokens()),
            written.prompt().map(Prompt::ids),
            fields.streaming(),
            fields.cacheEligible());
    return new WorkloadRow(
        request, intent(visit.thinkNanos(), patience.get(written.classNumber())));
  }

  private Intent intent(OptionalLong thinkNanos, Optional<Waiting> waiting) {
    if (thinkNanos.isEmpty() && waiting.isEmpty()) {
      return Intent.PLAIN;
    }
    return new Intent(
        thinkNanos,
        waiting.map(Waiting::deadlineNanos).orElse(OptionalLong.empty()),
        waiting.map(w -> w.disconnectNanos(disconnects)).orElse(OptionalLong.empty()),
        Optional.empty());
  }

  /** How long the clients of a class wait. */
  private record Waiting(Patience patience, Optional<Quantiles> disconnectMillis) {

    static Waiting of(Patience patience) {
      return new Waiting(patience, patience.disconnectMillis().map(Quantiles::new));
    }

    OptionalLong deadlineNanos() {
      return patience.deadlineMillis().isPresent()
          ? OptionalLong.of(patience.deadlineMillis().getAsLong() * 1_000_000)
          : OptionalLong.empty();
    }

    OptionalLong disconnectNanos(UniformRandomProvider random) {
      return disconnectMillis.isPresent() && random.nextDouble() < patience.disconnectShare()
          ? OptionalLong.of(disconnectMillis.get().at(random.nextDouble()) * 1_000_000L)
          : OptionalLong.empty();
    }
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
