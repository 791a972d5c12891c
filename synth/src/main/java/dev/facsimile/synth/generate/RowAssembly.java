package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Copies;
import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.course.Retries;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
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
  private final UniformRandomProvider reuse;
  private final UniformRandomProvider retrying;
  private final IntentDraw intents;
  private final Course course;
  private final long durationNanos;
  private final int blockTokens;
  private final Extract extract;
  private final Generation.Witness witness;
  private final PriorityQueue<Node> coming = new PriorityQueue<>();
  private long nodes;
  private long row;
  private long session;
  private boolean done;

  /** Why a request comes that does not start a session of the model's. */
  private enum Kind {
    TURN,
    RETRY,
    COPY
  }

  /** A request that is known before its time, and what is known of it once it has its row. */
  private static final class Node implements Comparable<Node> {
    private final Kind kind;
    private final Visit visit;
    private final Optional<Node> parent;
    private final long number;
    private Optional<Written> written = Optional.empty();
    private Optional<Copies> copies = Optional.empty();

    Node(Kind kind, Visit visit, Optional<Node> parent, long number) {
      this.kind = kind;
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

  RowAssembly(
      Generation generation, List<ClassDraw> draws, Extract extract, Generation.Witness witness) {
    TrafficModel model = generation.model();
    long seed = generation.seed();
    this.course = generation.course();
    this.durationNanos = generation.durationNanos();
    this.classes = model.classes();
    this.draws = draws;
    this.extract = extract;
    this.witness = witness;
    this.blockTokens = model.cut().map(BlockScheme::blockTokens).orElse(1);
    this.sessions = model.source().sessions() != TraceHeader.Sessions.NONE;
    // In a trace whose ids hold within one tenant or session, a parent is of the same origin.
    this.inheritOrigin =
        model.blocks().filter(blocks -> blocks.scope() != BlockScheme.Scope.GLOBAL).isPresent();
    SeededStreams streams = new SeededStreams(seed);
    turnMix = streams.stream("turns/mix");
    reuse = streams.stream("turns/reuse");
    retrying = streams.stream("retries");
    intents = new IntentDraw(classes, course, streams);
    BlockIdSpace ids = new BlockIdSpace(seed);
    for (int i = 0; i < classes.size(); i++) {
      prefixes.add(prefix(model, i, ids, streams));
    }
    course.copies().forEach(this::plan);
  }

  private void plan(Copies copies) {
    Optional<Node> first = Optional.empty();
    for (int i = 0; i < copies.count() && copies.nanos() < durationNanos; i++) {
      Visit visit =
          Visit.start(
              copies.nanos(), copies.classNumber(), copies.inputTokens(), copies.outputTokens());
      Node node =
          new Node(Kind.COPY, visit, copies.identical() ? first : Optional.empty(), nodes++);
      node.copies = Optional.of(copies);
      first = first.isPresent() ? first : Optional.of(node);
      coming.add(node);
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

  /** Whether the extract has all its rows. */
  boolean done() {
    return done;
  }

  /** Writes all rows up to the slice's last; its turns that come later wait for the next slice. */
  void take(Slice slice) throws IOException {
    Map<Visit, Node> known = new IdentityHashMap<>();
    Map<Integer, Node> starts = new HashMap<>();
    slice
        .starts()
        .forEach(
            (place, visit) -> {
              Node node = new Node(Kind.TURN, visit, Optional.empty(), nodes++);
              starts.put(place, node);
              known.put(visit, node);
            });
    for (Visit turn : slice.turns()) {
      Node node = new Node(Kind.TURN, turn, turn.parent().map(known::get), nodes++);
      known.put(turn, node);
      coming.add(node);
    }
    for (int i = 0; i < slice.rows() && !done; i++) {
      writeTurns(slice.arrivals()[i]);
      writeStart(slice, i, Optional.ofNullable(starts.get(i)));
    }
  }

  /** Writes the turns that are left. */
  void finish() throws IOException {
    writeTurns(Long.MAX_VALUE);
  }

  private void writeTurns(long beforeNanos) throws IOException {
    while (!done && !coming.isEmpty() && coming.peek().visit.arrivalNanos() < beforeNanos) {
      Node node = coming.remove();
      switch (node.kind) {
        case TURN -> writeTurn(node);
        case RETRY -> writeRetry(node);
        case COPY -> writeCopy(node);
      }
    }
  }

  private void writeStart(Slice slice, int index, Optional<Node> node) throws IOException {
    int number = slice.classes()[index];
    long arrival = slice.arrivals()[index];
    int input = slice.inputTokens()[index];
    int drawn = slice.combinations()[index];
    boolean eligible = eligible(number, drawn);
    Optional<PrefixProcess.Linked> linked =
        prefixes
            .get(number)
            .map(
                process ->
                    eligible ? process.next(arrival, input, drawn) : process.nextAlone(input));
    boolean inherits = inheritOrigin && linked.isPresent();
    int combination = inherits ? linked.get().parentMark().orElse(drawn) : drawn;
    Written written =
        written(number, combination, linked.flatMap(PrefixProcess.Linked::prompt), newSession());
    node.ifPresent(n -> n.written = Optional.of(written));
    Visit visit = Visit.start(arrival, number, input, slice.outputTokens()[index]);
    Optional<Retries> retries = retriesAt(arrival);
    write(
        visit,
        written,
        Optional.empty(),
        Optional.empty(),
        retries.map(Retries::timeoutNanos).orElse(OptionalLong.empty()));
    retries.ifPresent(r -> plan(r, visit, written));
  }

  private Session newSession() {
    return new Session("c" + session++);
  }

  private Written written(
      int number, int combination, Optional<Prompt> prompt, Session ownSession) {
    return new Written("s" + row, number, combination, prompt, ownSession);
  }

  /** Rows that no cache may serve share blocks with nobody. */
  private boolean eligible(int number, int combination) {
    return classes.get(number).mix().combinations().get(combination).cacheEligible().orElse(true);
  }

  /** The stretch that a start lies in, if it is one of those that are sent again. */
  private Optional<Retries> retriesAt(long arrivalNanos) {
    return course.retries().stream()
        .filter(r -> r.holds(arrivalNanos) && retrying.nextDouble() < r.share())
        .findFirst();
  }

  private void plan(Retries retries, Visit first, Written written) {
    long from = retries.afterEnd() ? retries.toNanos() : first.arrivalNanos();
    double delay = -StrictMath.log(1 - retrying.nextDouble()) * retries.backoffNanos();
    long arrival = from + (long) delay;
    if (arrival >= durationNanos) {
      return;
    }
    Node start = new Node(Kind.TURN, first, Optional.empty(), nodes++);
    start.written = Optional.of(written);
    Visit again =
        Visit.start(arrival, first.classNumber(), first.inputTokens(), first.outputTokens());
    coming.add(new Node(Kind.RETRY, again, Optional.of(start), nodes++));
  }

  private void writeRetry(Node node) throws IOException {
    Written first = node.parentRow();
    Written written =
        written(first.classNumber(), first.combination(), first.prompt(), newSession());
    write(node.visit, written, Optional.empty(), Optional.empty(), OptionalLong.empty());
  }

  private void writeCopy(Node node) throws IOException {
    int number = node.visit.classNumber();
    boolean known = node.parent.isPresent();
    Optional<Prompt> prompt =
        known
            ? node.parentRow().prompt()
            : prefixes.get(number).map(p -> p.alone(node.visit.inputTokens()));
    int combination = known ? node.parentRow().combination() : eligibleCombination(number);
    Written written = written(number, combination, prompt, newSession());
    node.written = Optional.of(written);
    Optional<String> label = node.copies.map(Copies::phase);
    write(node.visit, written, Optional.empty(), label, OptionalLong.empty());
  }

  private int eligibleCombination(int number) {
    int combination = 0;
    while (combination < classes.get(number).mix().combinations().size() - 1
        && !eligible(number, combination)) {
      combination++;
    }
    return combination;
  }

  private void writeTurn(Node node) throws IOException {
    Visit visit = node.visit;
    Written parent = node.parentRow();
    int number = visit.classNumber();
    int combination =
        number == parent.classNumber()
            ? parent.combination()
            : draws.get(number).combination(turnMix);
    int shared = shared(node.parent.orElseThrow().visit, visit);
    Optional<Prompt> prompt =
        parent
            .prompt()
            .flatMap(
                known ->
                    prefixes.get(number).map(p -> follow(p, known, visit, shared, combination)));
    Written written = written(number, combination, prompt, parent.session());
    node.written = Optional.of(written);
    write(visit, written, Optional.of(node), Optional.empty(), OptionalLong.empty());
  }

  private Prompt follow(
      PrefixProcess process, Prompt parent, Visit visit, int shared, int combination) {
    if (!eligible(visit.classNumber(), combination)) {
      return process.alone(visit.inputTokens());
    }
    return shared == 0
        ? process.apart(visit.arrivalNanos(), visit.inputTokens(), combination)
        : process.follow(parent, shared, visit.arrivalNanos(), visit.inputTokens(), combination);
  }

  /** The blocks that a turn has in common with the prompt before it. */
  private int shared(Visit parent, Visit turn) {
    double more = course.turnReuse();
    if (more == 0) {
      return turn.sharedBlocks();
    }
    if (more < 0) {
      return reuse.nextDouble() < -more ? 0 : turn.sharedBlocks();
    }
    int all = Math.min(parent.inputTokens(), turn.inputTokens()) / blockTokens;
    int rest = Math.max(0, all - turn.sharedBlocks());
    return turn.sharedBlocks() + (int) StrictMath.round(more * rest);
  }

  /** Hands a row on, if the extract holds it. */
  private void write(
      Visit visit,
      Written written,
      Optional<Node> turn,
      Optional<String> label,
      OptionalLong timeoutNanos)
      throws IOException {
    Intent intent =
        intents.of(
            written.classNumber(), visit.arrivalNanos(), visit.thinkNanos(), label, timeoutNanos);
    Optional<String> parentId = turn.map(node -> node.parentRow().id());
    WorkloadRow next = row(visit, written, parentId, intent);
    if (extract.endsBefore(row, next.request().arrivalNanos())) {
      done = true;
      return;
    }
    row++;
    if (next.request().arrivalNanos() >= extract.fromNanos()) {
      OptionalLong gap = OptionalLong.empty();
      if (turn.isPresent()) {
        long before = turn.get().parent.orElseThrow().visit.arrivalNanos();
        gap = OptionalLong.of(visit.arrivalNanos() - before);
      }
      witness.take(next, gap);
    }
  }

  private WorkloadRow row(Visit visit, Written written, Optional<String> parentId, Intent intent) {
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
            compressed(visit.arrivalNanos()),
            stratum.requestClass(),
            fields.origin(),
            conversation,
            tokens(visit.inputTokens(), visit.outputTokens(), fields.maxOutputTokens()),
            written.prompt().map(Prompt::ids),
            fields.streaming(),
            fields.cacheEligible());
    OptionalLong think = intent.thinkNanos();
    return new WorkloadRow(
        request,
        think.isEmpty() || course.timeCompression() == 1
            ? intent
            : new Intent(
                OptionalLong.of(compressed(think.getAsLong())),
                intent.deadlineNanos(),
                intent.cancelAfterNanos(),
                intent.phase()));
  }

  private long compressed(long nanos) {
    return course.timeCompression() == 1 ? nanos : (long) (nanos / course.timeCompression());
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
