package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.prefix.PrefixSizes;
import dev.facsimile.synth.prefix.Trunk;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Links the requests of a part with those before, here and in earlier parts. Within a session a
 * request continues the most recent one with the deepest block that they share, else the one
 * before; in a trace without sessions the most recent one with the deepest shared block beyond the
 * trunk.
 */
public final class LinkPart implements Consumer<TraceBatch> {
  private static final int NONE = -1;

  private final Work work;
  private final int part;
  private final LinkKeys keys;
  private final List<StratumCounts> counts;
  private final List<PrefixSizes> sizes;

  /** For each kind of key by its number: the last request of this part so far that has it. */
  private final List<int[]> last = new ArrayList<>();

  /**
   * What is linked.
   *
   * @param trunks of the strata
   * @param minCount fewest requests that a block which is told of is in
   * @param countBlocks whether prompts' blocks are counted, as their lengths do not tell them
   */
  public record Work(
      LinkScheme scheme, Strata strata, List<Trunk> trunks, int minCount, boolean countBlocks)
      implements Serializable {

    public Work {
      trunks = List.copyOf(trunks);
    }

    /** The columns that are looked at. */
    public Set<TraceColumn> columns() {
      return EnumSet.allOf(TraceColumn.class);
    }
  }

  /**
   * A linked part.
   *
   * @param counts by stratum: what single requests tell
   * @param sizes by stratum: how many blocks prompts have
   * @param prefixes how prompts stand to earlier ones
   * @param rows the requests
   */
  public record Linked(
      List<StratumCounts> counts, List<PrefixSizes> sizes, PrefixRows prefixes, LinkRows rows)
      implements Serializable {

    public Linked {
      counts = List.copyOf(counts);
      sizes = List.copyOf(sizes);
    }
  }

  /** A match with earlier prompts: so many leading blocks, the last of them in that request. */
  private record Match(int blocks, int place, boolean here) {}

  private Earlier earlier;

  /** Of a part, by its number from 0. */
  public LinkPart(Work work, int part) {
    this(work, part, Optional.empty());
  }

  /** Of a part, by its number from 0, with the numbers of its keys where they are known. */
  LinkPart(Work work, int part, Optional<LinkKeys.Numbering> numbering) {
    this.work = work;
    this.part = part;
    this.earlier = Earlier.NOTHING;
    keys = new LinkKeys(work.scheme(), work.strata(), numbering);
    TimeGrid grid = work.strata().grid();
    int strata = work.strata().size();
    counts = Stream.generate(() -> new StratumCounts(grid)).limit(strata).toList();
    sizes = Stream.generate(PrefixSizes::new).limit(strata).toList();
  }

  @Override
  public void accept(TraceBatch batch) {
    keys.accept(batch, row -> counts.get(keys.stratum(keys.size() - 1)).mix().add(batch, row));
  }

  /** The part's number, from 0. */
  int part() {
    return part;
  }

  /** For each kind of key by its number: the key, of all rows that were taken. */
  public List<long[]> keys() {
    return keys.tables().stream().map(KeyTable::keys).toList();
  }

  /**
   * Links all requests.
   *
   * @param before what they may continue in earlier parts
   */
  public Linked linked(Earlier before) {
    earlier = before;
    LinkRows rows = new LinkRows(earlier.before());
    PrefixRows prefixes = new PrefixRows();
    for (int count : keys.keyCounts()) {
      int[] none = new int[count];
      Arrays.fill(none, NONE);
      last.add(none);
    }
    for (int row = 0; row < keys.size(); row++) {
      link(row, rows, prefixes);
    }
    return new Linked(counts, sizes, prefixes, rows);
  }

  private void link(int row, LinkRows rows, PrefixRows prefixes) {
    int stratum = keys.stratum(row);
    Optional<Match> match =
        keys.hasBlocks(row) ? Optional.of(match(row, 0, keys.anywhere())) : Optional.empty();
    int depth = depth(row, stratum);
    Optional<Match> parent =
        work.scheme().sessions()
            ? inSession(row, match)
            : match.filter(found -> found.blocks() > depth);
    // Prompts of one session that share no more than a system prompt do not continue each other.
    boolean apart = keys.hasBlocks(row) && parent.filter(p -> p.blocks() > depth).isEmpty();
    rows.add(stratum, keys.requests(), row);
    StratumCounts of = counts.get(stratum);
    Requests part = keys.requests();
    if (parent.isPresent()) {
      of.turn(part.input(row), part.output(row));
      rows.grew(growth(row, parent.get(), apart ? 0 : parent.get().blocks()));
    } else {
      of.start(part.arrival(row), part.input(row), part.output(row));
    }
    if (match.isPresent()) {
      prompt(row, match.get(), depth, parent.isEmpty(), apart, prefixes);
    }
  }

  /** Counts a prompt with blocks, and tells how it stands to earlier ones. */
  private void prompt(
      int row, Match match, int depth, boolean starts, boolean apart, PrefixRows prefixes) {
    int stratum = keys.stratum(row);
    int blocks = keys.end(row) - keys.begin(row);
    if (work.countBlocks()) {
      sizes.get(stratum).add(keys.requests().input(row), blocks);
    }
    if (starts) {
      sizes.get(stratum).start();
    }
    if (!starts && !apart) {
      if (!work.scheme().trunk()) {
        return;
      }
      prefixes.turned(stratum);
    } else if (match.blocks() > depth) {
      int tail = Math.max(0, requests(match).blocks(match.place()) - match.blocks());
      long gap = keys.requests().arrival(row) - requests(match).arrival(match.place());
      prefixes.continued(stratum, blocks, match.blocks(), tail, gap / 1_000_000);
    } else {
      long deepest = depth == 0 ? 0 : keys.ids()[keys.begin(row) + depth - 1];
      int place = depth == 0 ? 0 : work.trunks().get(stratum).place(deepest);
      prefixes.anew(stratum, blocks, place, keys.requests().arrival(row));
    }
    if (work.scheme().trunk()) {
      int from = keys.begin(row) + Math.max(match.blocks(), depth);
      prefixes.rest(keys.ids(), from, keys.end(row));
    }
  }

  private int depth(int row, int stratum) {
    return work.scheme().trunk() && keys.hasBlocks(row)
        ? work.trunks().get(stratum).depth(keys.ids(), keys.begin(row), keys.end(row))
        : 0;
  }

  private Requests requests(Match match) {
    return match.here() ? keys.requests() : earlier.requests();
  }

  private LinkRows.Growth growth(int row, Match parent, int blocks) {
    int place = parent.place();
    long number = parent.here() ? earlier.before() + place : earlier.number(place);
    return LinkRows.Growth.of(
        number,
        requests(parent),
        place,
        keys.requests(),
        row,
        new LinkRows.Shared(blocks, work.scheme().blockTokens()));
  }

  private Optional<Match> inSession(int row, Optional<Match> anywhere) {
    if (!keys.hasSession(row)) {
      return Optional.empty();
    }
    Optional<Match> match =
        !keys.hasBlocks(row)
            ? Optional.empty()
            : work.scheme().within() ? Optional.of(match(row, 1, keys.within())) : anywhere;
    int session = keys.session(row);
    Optional<Match> before = lastOf(2, session, 0);
    last.get(2)[session] = row;
    return before.map(one -> match.filter(found -> found.blocks() > 0).orElse(one));
  }

  /** The last request before the one at hand that has a key. */
  private Optional<Match> lastOf(int kind, int key, int blocks) {
    int here = last.get(kind)[key];
    int place = here != NONE ? here : earlier.seen().get(kind)[key];
    return place == NONE ? Optional.empty() : Optional.of(new Match(blocks, place, here != NONE));
  }

  private Match match(int row, int kind, int[] keysOf) {
    int[] here = last.get(kind);
    int[] seen = earlier.seen().get(kind);
    int begin = keys.begin(row);
    int end = keys.end(row);
    int at = begin;
    while (at < end && (here[keysOf[at]] != NONE || seen[keysOf[at]] != NONE)) {
      at++;
    }
    int blocks = at - begin;
    Match match =
        blocks == 0 ? new Match(0, 0, true) : lastOf(kind, keysOf[at - 1], blocks).orElseThrow();
    // A block that stands twice in the prompt matches no request but earlier ones.
    for (int i = begin; i < end; i++) {
      here[keysOf[i]] = row;
    }
    return match;
  }
}
