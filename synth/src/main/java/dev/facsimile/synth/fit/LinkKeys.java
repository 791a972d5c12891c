package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.TrunkVisits;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * The requests of a part that have both lengths, and the keys by which they are linked: the blocks
 * of their prompts, in their scope and within their session, and their sessions. Holds the part's
 * block ids, twelve or sixteen bytes each.
 */
public final class LinkKeys implements Consumer<TraceBatch> {
  private static final SeededStreams HASHES = new SeededStreams(0);

  /** Kinds of keys. */
  static final int KINDS = 3;

  private static final int NONE = -1;

  private final LinkScheme scheme;
  private final int strataCount;
  private final Strata.Finder finder;
  private final Requests requests = new Requests();
  private final KeyTable anywhere = new KeyTable();
  private final KeyTable within = new KeyTable();
  private final KeyTable sessions = new KeyTable();
  private int[] strata = new int[1024];
  private int[] sessionOf = new int[1024];
  private boolean[] hasBlocks = new boolean[1024];
  private int[] ends = new int[1024];
  private long[] ids = new long[1 << 14];
  private int[] anywhereOf = new int[1 << 14];
  private int[] withinOf = {};
  private int size;
  private int blocks;
  private String lastTenant = "";
  private long lastTenantHash = HASHES.value("", 0);

  /** The numbers of keys as they came, where they are not known yet. */
  private final List<NumberRuns> came = Stream.generate(NumberRuns::new).limit(KINDS).toList();

  private final Optional<Numbering> known;
  private final List<NumberRuns.Reader> readers;

  /**
   * Of a part.
   *
   * @param known the numbers of its keys, if they were told before; then the keys are not
   */
  LinkKeys(LinkScheme scheme, Strata strata, Optional<Numbering> known) {
    this.scheme = scheme;
    this.strataCount = strata.size();
    this.finder = strata.finder();
    this.known = known;
    this.readers =
        known.stream().flatMap(of -> of.runs().stream()).map(NumberRuns::reader).toList();
  }

  /**
   * The numbers of a part's keys, by which it is gone through again without looking for them.
   *
   * @param keys for each kind: how many there are
   * @param runs for each kind: the numbers in the order in which they came
   */
  record Numbering(int[] keys, List<NumberRuns> runs) {}

  /**
   * The numbers, where they take no more room than the part's requests and keys themselves, 28 and
   * 4 bytes each.
   */
  Optional<Numbering> numbering() {
    int[] keys = tables().stream().mapToInt(KeyTable::size).toArray();
    long runs = came.stream().mapToLong(NumberRuns::runs).sum();
    if (8 * runs > 28L * size + 4 * Arrays.stream(keys).asLongStream().sum()) {
      return Optional.empty();
    }
    came.forEach(NumberRuns::trim);
    return Optional.of(new Numbering(keys, came));
  }

  /** For each kind how many keys there are. */
  int[] keyCounts() {
    return known
        .map(Numbering::keys)
        .orElseGet(() -> tables().stream().mapToInt(KeyTable::size).toArray());
  }

  private int number(int kind, KeyTable table, long key, int guess) {
    if (!readers.isEmpty()) {
      return readers.get(kind).next();
    }
    int number = table.number(key, size, guess);
    came.get(kind).add(number);
    return number;
  }

  @Override
  public void accept(TraceBatch batch) {
    accept(batch, row -> {});
  }

  /**
   * Takes the next rows.
   *
   * @param taken told of each row of the batch that became a request, the last one so far
   */
  void accept(TraceBatch batch, IntConsumer taken) {
    for (int row = 0; row < batch.size(); row++) {
      if (batch.lengthsKnown(row)) {
        take(batch, row);
        taken.accept(row);
      }
    }
  }

  private void take(TraceBatch batch, int row) {
    if (size == strata.length) {
      strata = Arrays.copyOf(strata, 2 * size);
      sessionOf = Arrays.copyOf(sessionOf, 2 * size);
      hasBlocks = Arrays.copyOf(hasBlocks, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    strata[size] = finder.of(batch, row);
    boolean hasSession = batch.present(TraceColumn.SESSION)[row];
    long session =
        hasSession && known.isEmpty() ? HASHES.value(batch.text(TraceColumn.SESSION, row), 0) : 0;
    sessionOf[size] = hasSession && scheme.sessions() ? number(2, sessions, session, 0) : NONE;
    int before = blocks;
    hasBlocks[size] = batch.present(TraceColumn.PREFIX_BLOCKS)[row];
    if (hasBlocks[size]) {
      take(batch.blocks(row).orElseThrow(), domain(batch, row, session), session);
    }
    ends[size++] = blocks;
    long arrival = batch.numbers(TraceColumn.ARRIVAL)[row];
    long lasted = batch.present(TraceColumn.E2E)[row] ? batch.numbers(TraceColumn.E2E)[row] : 0;
    requests.add(
        arrival,
        arrival + lasted,
        (int) batch.numbers(TraceColumn.INPUT)[row],
        (int) batch.numbers(TraceColumn.OUTPUT)[row],
        blocks - before);
  }

  /** What makes two equal ids two blocks where their scopes are different. */
  private long domain(TraceBatch batch, int row, long session) {
    if (scheme.scope() == BlockScheme.Scope.SESSION) {
      return session;
    }
    if (scheme.scope() == BlockScheme.Scope.GLOBAL || !batch.present(TraceColumn.TENANT)[row]) {
      return 0;
    }
    String tenant = batch.text(TraceColumn.TENANT, row);
    // Neighbours often share the very object.
    if (tenant != lastTenant) {
      lastTenant = tenant;
      lastTenantHash = HASHES.value(tenant, 0);
    }
    return lastTenantHash;
  }

  private void take(long[] prompt, long domain, long session) {
    if (blocks + prompt.length > ids.length) {
      int more = Math.max(2 * ids.length, blocks + prompt.length);
      ids = Arrays.copyOf(ids, more);
      anywhereOf = Arrays.copyOf(anywhereOf, more);
    }
    boolean inSession = scheme.within() && sessionOf[size] != NONE;
    if (inSession && withinOf.length < ids.length) {
      withinOf = Arrays.copyOf(withinOf, ids.length);
    }
    // What follows a block in one prompt mostly follows it in the next that has it.
    int here = NONE;
    int own = NONE;
    for (long id : prompt) {
      here = number(0, anywhere, id ^ domain, here + 1);
      ids[blocks] = id;
      anywhereOf[blocks] = here;
      if (inSession) {
        own = number(1, within, id ^ session, own + 1);
        withinOf[blocks] = own;
      }
      blocks++;
    }
  }

  /**
   * How the keys are told apart.
   *
   * @param strata of the trace
   * @param before for each part the requests before it
   */
  public record Work(LinkScheme scheme, Strata strata, long[] before) implements Serializable {

    /** The columns that are looked at. */
    public Set<TraceColumn> columns() {
      return scheme.columns();
    }

    /** How many strata there are. */
    public int strataCount() {
      return strata.size();
    }

    /** Begins a part. */
    public LinkKeys start() {
      return new LinkKeys(scheme, strata, Optional.empty());
    }
  }

  /**
   * What other parts must know of this one.
   *
   * @param requests of the part
   * @param keys for each kind of key by its number: the key
   * @param last for each kind of key by its number: the last request that has it
   * @param trunks by stratum, where there are trunks: how often prompts have blocks
   * @param numbering for going through it again, if it is worth its room
   */
  public record Shown(
      Requests requests,
      List<long[]> keys,
      List<int[]> last,
      List<TrunkVisits.Counted> trunks,
      Optional<Numbering> numbering) {}

  /** What other parts must know of this one. */
  public Shown shown() {
    return new Shown(
        requests,
        tables().stream().map(KeyTable::keys).toList(),
        tables().stream().map(KeyTable::last).toList(),
        trunks(),
        numbering());
  }

  /** The keys: blocks in their scope, blocks within their session, sessions. */
  List<KeyTable> tables() {
    return List.of(anywhere, within, sessions);
  }

  private List<TrunkVisits.Counted> trunks() {
    List<TrunkVisits.Counted> counts = new ArrayList<>();
    if (scheme.trunk()) {
      int[] rows = rowsByStratum();
      TrunkVisits visits = new TrunkVisits(anywhere.keys());
      int next = 0;
      for (int stratum = 0; stratum < strataCount; stratum++) {
        for (; next < rows.length && strata[rows[next]] == stratum; next++) {
          if (hasBlocks[rows[next]]) {
            visits.visit(anywhereOf, begin(rows[next]), ends[rows[next]]);
          }
        }
        counts.add(visits.counted());
      }
    }
    return counts;
  }

  /** The requests of the first stratum in their order, then those of the next one. */
  private int[] rowsByStratum() {
    int[] next = new int[strataCount + 1];
    for (int row = 0; row < size; row++) {
      next[strata[row] + 1]++;
    }
    for (int stratum = 0; stratum < strataCount; stratum++) {
      next[stratum + 1] += next[stratum];
    }
    int[] rows = new int[size];
    for (int row = 0; row < size; row++) {
      rows[next[strata[row]]++] = row;
    }
    return rows;
  }

  /** Requests. */
  int size() {
    return size;
  }

  Requests requests() {
    return requests;
  }

  /** The number of a request's stratum. */
  int stratum(int row) {
    return strata[row];
  }

  /** Whether a request tells its blocks. */
  boolean hasBlocks(int row) {
    return hasBlocks[row];
  }

  /** Whether a request tells its session, in a trace of sessions. */
  boolean hasSession(int row) {
    return sessionOf[row] != NONE;
  }

  /** The number of a request's session. */
  int session(int row) {
    return sessionOf[row];
  }

  /** The place of a request's first block. */
  int begin(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** The place behind a request's last block. */
  int end(int row) {
    return ends[row];
  }

  /** By place: the id of a block. Not to be changed. */
  long[] ids() {
    return ids;
  }

  /** By place: the number of a block in its scope. Not to be changed. */
  int[] anywhere() {
    return anywhereOf;
  }

  /** By place: the number of a block within its request's session. Not to be changed. */
  int[] within() {
    return scheme.within() ? withinOf : anywhereOf;
  }
}
