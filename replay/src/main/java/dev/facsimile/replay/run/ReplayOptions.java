package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the user asked of a replay.
 *
 * @param url base URL of the server
 * @param model the model's name at the server
 * @param endpoint the endpoint protocol
 * @param apiKey sent as a bearer token; kept out of every file
 * @param ignoreEos whether the server is asked to go on to the planned length
 * @param load open or closed loop
 * @param maxConcurrency the user's own cap on requests in flight
 * @param timeout limit of one request, from its dispatch
 * @param connectTimeout limit of opening a connection
 * @param drain how long to wait for answers after the last dispatch
 * @param requests replay only so many rows
 * @param until replay only what is scheduled before this time of the run
 * @param warmUp whether the client's own code is run in first
 */
public record ReplayOptions(
    String url,
    String model,
    String endpoint,
    Optional<String> apiKey,
    boolean ignoreEos,
    Load load,
    OptionalInt maxConcurrency,
    Duration timeout,
    Duration connectTimeout,
    Duration drain,
    OptionalLong requests,
    Optional<Duration> until,
    boolean warmUp) {

  /** In a normal form for the manifest, without the key. */
  SortedMap<String, String> normal() {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("endpoint", endpoint);
    options.put("ignore_eos", Boolean.toString(ignoreEos));
    options.put("timeout_ns", Long.toString(timeout.toNanos()));
    options.put("connect_timeout_ns", Long.toString(connectTimeout.toNanos()));
    options.put("drain_ns", Long.toString(drain.toNanos()));
    requests.ifPresent(n -> options.put("requests", Long.toString(n)));
    until.ifPresent(d -> options.put("until_ns", Long.toString(d.toNanos())));
    return options;
  }
}
