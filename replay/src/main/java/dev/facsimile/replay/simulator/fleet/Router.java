package dev.facsimile.replay.simulator.fleet;

import dev.facsimile.replay.simulator.engine.Engine;
import dev.facsimile.replay.simulator.engine.Sequence;
import java.util.List;

/** Chooses replicas. Knows their state at once, as a router in the same process would. */
final class Router {
  /** A replica is much busier with this many times the load of the least loaded one, and … */
  private static final double BUSIER_TIMES = 1.5;

  /** … this many sequences more. */
  private static final int BUSIER_SEQUENCES = 8;

  private final RoutingPolicy policy;
  private int turn;

  Router(RoutingPolicy policy) {
    this.policy = policy;
  }

  /**
   * The replica for a sequence.
   *
   * @param candidates indexes of replicas that the router believes in, at least one, ascending
   */
  int choose(Sequence sequence, List<Engine> engines, List<Integer> candidates) {
    return switch (policy) {
      case ROUND_ROBIN -> candidates.get(turn++ % candidates.size());
      case LEAST_LOADED -> leastLoaded(engines, candidates);
      case PREFIX -> bestPrefix(sequence, engines, candidates);
    };
  }

  /** Equal loads are taken in turn, so that an idle fleet is not one busy replica. */
  private int leastLoaded(List<Engine> engines, List<Integer> candidates) {
    int best = -1;
    for (int i = 0; i < candidates.size(); i++) {
      int candidate = candidates.get((turn + i) % candidates.size());
      if (best < 0 || engines.get(candidate).load() < engines.get(best).load()) {
        best = candidate;
      }
    }
    turn++;
    return best;
  }

  private int bestPrefix(Sequence sequence, List<Engine> engines, List<Integer> candidates) {
    int least = leastLoaded(engines, candidates);
    int best = least;
    int bestFound = engines.get(least).cache().find(sequence);
    for (int candidate : candidates) {
      int found = engines.get(candidate).cache().find(sequence);
      if (found > bestFound) {
        best = candidate;
        bestFound = found;
      }
    }
    Engine chosen = engines.get(best);
    boolean worthIt = 2L * bestFound * chosen.limits().blockTokens() >= sequence.promptTokens();
    int idlest = engines.get(least).load();
    boolean muchBusier =
        chosen.load() > BUSIER_TIMES * idlest && chosen.load() > idlest + BUSIER_SEQUENCES;
    return worthIt && !muchBusier ? best : least;
  }
}
