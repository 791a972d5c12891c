package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.replay.simulator.profile.ProfileFile;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the user asked of a replay in virtual time.
 *
 * @param profile the simulated server
 * @param replicas how many of it, 1 or more
 * @param routing how requests find their replica
 * @param faults what goes wrong
 * @param faultTexts the same as the user typed it
 * @param load an open loop on the workload's own times, or a closed loop
 * @param maxConcurrency the user's own cap on requests in flight
 * @param timeout limit of one request, from its dispatch
 * @param drain how long to wait for answers after the last dispatch
 * @param requests replay only so many rows
 * @param until replay only what is scheduled before this time of the run
 * @param seed of everything that is drawn
 */
public record VirtualOptions(
    Profile profile,
    int replicas,
    RoutingPolicy routing,
    Faults faults,
    String faultTexts,
    Load load,
    OptionalInt maxConcurrency,
    Duration timeout,
    Duration drain,
    OptionalLong requests,
    Optional<Duration> until,
    long seed) {

  public VirtualOptions {
    if (load instanceof Load.Rate) {
      throw new IllegalArgumentException(
          "a rate of its own is not simulated: give the workload that rate instead, synth generate"
              + " --rate-scale");
    }
  }

  /** In a normal form for the manifest. */
  SortedMap<String, String> normal() {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("simulated", "true");
    options.put("profile", ProfileFile.text(profile));
    options.put("replicas", Integer.toString(replicas));
    options.put("routing", routing.word());
    if (!faultTexts.isEmpty()) {
      options.put("faults", faultTexts);
    }
    if (load instanceof Load.Open open) {
      options.put("turns", open.turns().name().toLowerCase(Locale.ROOT));
    }
    options.put("timeout_ns", Long.toString(timeout.toNanos()));
    options.put("drain_ns", Long.toString(drain.toNanos()));
    requests.ifPresent(n -> options.put("requests", Long.toString(n)));
    until.ifPresent(d -> options.put("until_ns", Long.toString(d.toNanos())));
    options.put("simulation_seed", Long.toString(seed));
    return options;
  }
}
