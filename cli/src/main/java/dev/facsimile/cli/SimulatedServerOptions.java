package dev.facsimile.cli;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.fleet.Fault;
import dev.facsimile.replay.simulator.fleet.FaultText;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.replay.simulator.profile.Profiles;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/**
 * What kind of simulated server: profile, replicas, routing, faults, and a scheduler's settings.
 */
final class SimulatedServerOptions {
  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description =
          "The server's kind: a profile's YAML file, or one that is shipped (rtx-4090-llama-3.1-8b,"
              + " rtx-pro-6000-llama-3.1-8b; replay virtual takes the latter unless told).")
  private Optional<String> profile;

  @Option(
      names = "--replicas",
      defaultValue = "1",
      paramLabel = "N",
      description = "How many of it.")
  private int replicas;

  @Option(
      names = "--routing",
      defaultValue = "round-robin",
      paramLabel = "POLICY",
      description = "How requests find a replica: round-robin, least-loaded or prefix.")
  private String routing;

  @Option(
      names = "--fault",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "KIND:NAME=VALUE,…",
      description =
          "What goes wrong, again for each: down:replica=0,at=30s,for=20s,detect=2s;"
              + " throttle:at=60s,for=60s,factor=3; network:delay=50ms,jitter=20ms;"
              + " reset:share=0.01; error:share=0.01; stall:share=0.01,for=5s;"
              + " slow:share=0.1,for=20ms.")
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--simulation-seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of jitter, drafts and faults.")
  private long seed;

  @Option(
      names = "--max-num-seqs",
      paramLabel = "N",
      description = "Sequences that a replica runs at a time; the profile's unless given.")
  private Optional<Integer> maxNumSeqs;

  @Option(
      names = "--max-num-batched-tokens",
      paramLabel = "N",
      description = "Token budget of a step; the profile's unless given.")
  private Optional<Integer> maxNumBatchedTokens;

  @Option(
      names = "--kv-blocks",
      paramLabel = "N",
      description = "KV blocks of a replica; the profile's unless given.")
  private Optional<Integer> kvBlocks;

  @Option(
      names = "--queue-limit",
      paramLabel = "N",
      description = "Requests that may wait; more get 429. Any number unless given.")
  private Optional<Integer> queueLimit;

  @Option(names = "--no-prefix-caching", description = "Keep no block for later prompts.")
  private boolean noPrefixCaching;

  @Option(
      names = "--stream-interval",
      paramLabel = "N",
      description = "Output tokens in a chunk of a stream; the profile's unless given.")
  private Optional<Integer> streamInterval;

  /** Whether a profile was named. */
  boolean named() {
    return profile.isPresent();
  }

  /** The first option given that makes no sense without a profile. */
  Optional<String> refuseWithoutProfile() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--replicas", replicas != 1);
    given.put("--fault", !faults.isEmpty());
    given.put("--max-num-seqs", maxNumSeqs.isPresent());
    given.put("--max-num-batched-tokens", maxNumBatchedTokens.isPresent());
    given.put("--kv-blocks", kvBlocks.isPresent());
    given.put("--no-prefix-caching", noPrefixCaching);
    given.put("--stream-interval", streamInterval.isPresent());
    return given.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
  }

  int replicas() {
    return replicas;
  }

  long seed() {
    return seed;
  }

  Optional<Integer> queueLimit() {
    return queueLimit;
  }

  /** The profile with the user's settings. */
  Profile profile() throws IOException {
    Profile found = Profiles.of(profile.orElse(Profiles.DEFAULT));
    EngineLimits limits = found.limits();
    try {
      limits = limits.withMaxNumSeqs(maxNumSeqs.orElse(limits.maxNumSeqs()));
      limits =
          limits.withMaxNumBatchedTokens(maxNumBatchedTokens.orElse(limits.maxNumBatchedTokens()));
      if (kvBlocks.isPresent()) {
        limits = limits.withKvBlocks(OptionalInt.of(kvBlocks.get()));
      }
      if (queueLimit.isPresent()) {
        limits = limits.withQueueLimit(OptionalInt.of(queueLimit.get()));
      }
      if (noPrefixCaching) {
        limits = limits.withPrefixCaching(false);
      }
      return found.with(limits).withStreamInterval(streamInterval);
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage());
    }
  }

  /** The routing policy. */
  RoutingPolicy routing() {
    for (RoutingPolicy policy : RoutingPolicy.values()) {
      if (policy.word().equals(routing.toLowerCase(Locale.ROOT))) {
        return policy;
      }
    }
    throw new InputException(
        "--routing is '"
            + routing
            + "', expected one of "
            + String.join(
                ", ", Arrays.stream(RoutingPolicy.values()).map(RoutingPolicy::word).toList()));
  }

  /** The faults. */
  Faults faults() {
    try {
      List<Fault> read = faults.stream().map(FaultText::read).toList();
      return new Faults(read, new SeededStreams(seed));
    } catch (IllegalArgumentException e) {
      throw new InputException("--fault: " + e.getMessage());
    }
  }

  /** The faults as they were typed. */
  String faultTexts() {
    return String.join("; ", faults);
  }
}
