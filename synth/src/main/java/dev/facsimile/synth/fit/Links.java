package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Tells which request continues which, in order of arrival. Within a session it is the most recent
 * request with the deepest block that they share, else the one before; in a trace without sessions
 * the most recent one with the deepest shared block beyond the trunk. Holds every distinct block
 * (twice where there are sessions) and a number for each session.
 */
final class Links {
  private final boolean sessions;
  private final PrefixMatcher all;
  private final PrefixMatcher within = new PrefixMatcher(BlockScheme.Scope.SESSION);

  /** By the number of a match's parent: its number here. */
  private final LongSeries allNumbers = new LongSeries();

  private final LongSeries withinNumbers = new LongSeries();
  private final BlockTable sessionTable = new BlockTable();
  private int[] lastOfSession = new int[1024];
  private int requests;

  /** How a request stands to those before it. */
  sealed interface Link {

    /** How its blocks match those of any request; absent without blocks. */
    Optional<PrefixMatcher.Match> match();
  }

  /**
   * It starts a session.
   *
   * @param match how its blocks match those of any request; absent without blocks
   */
  record Start(Optional<PrefixMatcher.Match> match) implements Link {}

  /**
   * It continues a request.
   *
   * @param parent that one's number
   * @param blocks blocks that both have
   * @param match how its blocks match those of any request; absent without blocks
   */
  record Turn(int parent, int blocks, Optional<PrefixMatcher.Match> match) implements Link {

    /** The same turn, which has no block in common with the one before but system prompts. */
    Turn apart() {
      return new Turn(parent, 0, match);
    }
  }

  /** For the requests of a trace. */
  Links(TraceHeader header) {
    sessions = header.sessions() != TraceHeader.Sessions.NONE;
    all =
        new PrefixMatcher(header.blocks().map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL));
  }

  /**
   * The next request's link.
   *
   * @param trunkDepth tells how many of its blocks are in the trunk
   */
  Link next(Request request, IntSupplier trunkDepth) {
    int me = requests++;
    Optional<PrefixMatcher.Match> match = match(request, me);
    Optional<Turn> turn =
        sessions
            ? request.conversation().sessionId().flatMap(id -> inSession(request, id, me, match))
            : match
                .filter(m -> m.blocks() > trunkDepth.getAsInt())
                .map(m -> new Turn((int) allNumbers.get(m.parent()), m.blocks(), match));
    return turn.isPresent() ? turn.get() : new Start(match);
  }

  private Optional<PrefixMatcher.Match> match(Request request, int me) {
    if (request.prefixBlocks().isEmpty()) {
      return Optional.empty();
    }
    allNumbers.add(me);
    return Optional.of(all.match(request));
  }

  private Optional<Turn> inSession(
      Request request, String id, int me, Optional<PrefixMatcher.Match> anywhere) {
    Optional<PrefixMatcher.Match> match = Optional.empty();
    if (request.prefixBlocks().isPresent()) {
      withinNumbers.add(me);
      match = Optional.of(within.match(request)).filter(m -> m.blocks() > 0);
    }
    int known = sessionTable.size();
    int session = sessionTable.number(new SeededStreams(0).value(id, 0));
    lastOfSession = sessionTable.roomIn(lastOfSession);
    int before = lastOfSession[session];
    lastOfSession[session] = me;
    if (session == known) {
      return Optional.empty();
    }
    return Optional.of(
        match
            .map(m -> new Turn((int) withinNumbers.get(m.parent()), m.blocks(), anywhere))
            .orElseGet(() -> new Turn(before, 0, anywhere)));
  }
}
