package dev.facsimile.replay.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.Retries;
import dev.facsimile.replay.engine.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the user asked of a replay.
 *
 * @param wire where to, and how it is spoken to
 * @param content what requests say beyond the workload
 * @param load what is due when
 * @param maxConcurrency the user's own cap on requests in flight
 * @param limits how long things may take
 * @param retries whether attempts are repeated
 * @param cut which part of the workload
 * @param windows parts of the run with names, beyond those of the load
 * @param startAt when the run's zero is to be; as soon as possible where absent
 * @param warmUp whether the client's own code is run in first
 * @param watch what is looked at before and during the run
 */
public record ReplayOptions(
    Wire wire,
    Content content,
    Load load,
    OptionalInt maxConcurrency,
    Limits limits,
    Retries retries,
    Cut cut,
    List<Window> windows,
    Optional<Instant> startAt,
    boolean warmUp,
    Watch watch) {

  /** Ten minutes for a request and for the drain, ten seconds to connect. */
  public static final Limits DEFAULT_LIMITS =
      new Limits(
          Duration.ofSeconds(10), Optional.empty(), Duration.ofMinutes(10), Duration.ofMinutes(10));

  /**
   * What the client shows of itself where a server asks for it (mutual TLS).
   *
   * @param certificate PEM file of its certificates, its own first
   * @param key PEM file of its private key
   */
  public record ClientKey(Path certificate, Path key) {}

  /**
   * Where to, and how it is spoken to.
   *
   * @param urls base URLs of the servers
   * @param sticky whether a session's requests go to one server; otherwise in turn
   * @param endpoint the endpoint protocol
   * @param template the file of the template endpoint
   * @param model the model's name at the server
   * @param apiKey kept out of every file
   * @param headers more headers; only their names reach a file
   * @param authorities certificates to trust in place of the JVM's own
   * @param insecure whether any certificate is taken
   * @param clientKey the client's own certificate
   * @param proxy URL of an HTTP proxy, or of a SOCKS 5 one
   * @param freshConnections whether each request gets a connection of its own
   * @param http which HTTP is spoken
   * @param mostStreams with HTTP/2, requests on one connection at a time
   * @param loops event loops to spread connections over, 1 or more
   */
  public record Wire(
      List<String> urls,
      boolean sticky,
      String endpoint,
      Optional<Path> template,
      String model,
      Optional<String> apiKey,
      SortedMap<String, String> headers,
      Optional<Path> authorities,
      boolean insecure,
      Optional<ClientKey> clientKey,
      Optional<String> proxy,
      boolean freshConnections,
      HttpVersion http,
      int mostStreams,
      int loops) {

    /** One server, spoken to plainly. */
    public static Wire plain(String url, String model, Optional<String> apiKey) {
      return new Wire(
          List.of(url),
          false,
          Endpoints.DEFAULT,
          Optional.empty(),
          model,
          apiKey,
          new TreeMap<>(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          false,
          HttpVersion.HTTP_1_1,
          Peer.MOST_STREAMS,
          1);
    }
  }

  /**
   * What requests say beyond the workload.
   *
   * @param ignoreEos whether the server is asked to go on to the planned length
   * @param minTokens whether it is asked for at least the planned length
   * @param continuousUsage whether usage is asked for in every chunk
   * @param reasoning how planned reasoning is put
   * @param extraBody fields put into every body
   * @param salts cache salts
   * @param saveResponses whether answers' texts are kept
   */
  public record Content(
      boolean ignoreEos,
      boolean minTokens,
      boolean continuousUsage,
      Endpoints.Reasoning reasoning,
      JsonNode extraBody,
      CacheSalts salts,
      boolean saveResponses) {

    /** The planned length, and nothing else. */
    public static Content plain(boolean ignoreEos) {
      return new Content(
          ignoreEos,
          false,
          false,
          Endpoints.Reasoning.NONE,
          JsonNodeFactory.instance.objectNode(),
          CacheSalts.NONE,
          false);
    }
  }

  /**
   * Which part of a workload.
   *
   * @param requests only so many rows
   * @param until only what is scheduled before this time of the run
   * @param shard only some sessions
   */
  public record Cut(OptionalLong requests, Optional<Duration> until, Optional<Shard> shard) {
    /** All of it. */
    public static final Cut NONE =
        new Cut(OptionalLong.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * What is looked at before and during the run.
   *
   * @param probe whether the server is asked what it can do, with one short request
   * @param abortOn when the run is given up
   * @param metrics URLs of Prometheus metrics that are read once a second
   * @param context what the user says of the server
   */
  public record Watch(
      boolean probe, AbortOn abortOn, List<String> metrics, SortedMap<String, String> context) {
    /** Nothing. */
    public static final Watch NONE =
        new Watch(false, AbortOn.NEVER, List.of(), Collections.emptySortedMap());
  }

  /** One server, the whole workload, nothing special. */
  public static ReplayOptions plain(Wire wire, Load load) {
    return new ReplayOptions(
        wire,
        Content.plain(true),
        load,
        OptionalInt.empty(),
        DEFAULT_LIMITS,
        Retries.NONE,
        Cut.NONE,
        List.of(),
        Optional.empty(),
        true,
        Watch.NONE);
  }

  /** The same with another load. */
  public ReplayOptions with(Load other) {
    return new ReplayOptions(
        wire,
        content,
        other,
        maxConcurrency,
        limits,
        retries,
        cut,
        windows,
        startAt,
        warmUp,
        watch);
  }

  /** The same of another part of the workload. */
  public ReplayOptions with(Cut other) {
    return new ReplayOptions(
        wire,
        content,
        load,
        maxConcurrency,
        limits,
        retries,
        other,
        windows,
        startAt,
        warmUp,
        watch);
  }

  /** The same without warming up. */
  public ReplayOptions cold() {
    return new ReplayOptions(
        wire, content, load, maxConcurrency, limits, retries, cut, windows, startAt, false, watch);
  }

  /** The same with other time limits. */
  public ReplayOptions with(Limits other) {
    return new ReplayOptions(
        wire, content, load, maxConcurrency, other, retries, cut, windows, startAt, warmUp, watch);
  }

  /** Every window: the load's own, then the user's. */
  List<Window> allWindows() {
    List<Window> all = new ArrayList<>(load.windows());
    all.addAll(windows);
    return List.copyOf(all);
  }

  /** In a normal form for the manifest, from which it can be repeated; without key and headers. */
  SortedMap<String, String> normal() {
    return NormalOptions.of(this);
  }
}
