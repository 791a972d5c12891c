package dev.facsimile.replay.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.Retries;
import dev.facsimile.replay.engine.Window;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.RunManifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** A replay's options as text under fixed names, and back: what {@code replay again} repeats. */
final class NormalOptions {
  private static final int SALT = 8;
  private static final String LIST = " ";
  private static final String PART = ",";

  private NormalOptions() {}

  /** As text, without what is secret, absent ones left out. */
  static SortedMap<String, String> of(ReplayOptions options) {
    SortedMap<String, String> map = new TreeMap<>();
    wire(options.wire(), map);
    content(options.content(), map);
    Limits limits = options.limits();
    put(map, "timeout_ns", limits.total());
    put(map, "connect_timeout_ns", limits.connect());
    put(map, "drain_ns", limits.drain());
    limits.firstToken().ifPresent(d -> put(map, "first_token_timeout_ns", d));
    if (options.retries().most() > 0) {
      map.put("retries", Integer.toString(options.retries().most()));
      put(map, "retry_backoff_ns", options.retries().backoff());
      put(map, "retry_longest_ns", options.retries().longest());
    }
    options.cut().requests().ifPresent(n -> map.put("requests", Long.toString(n)));
    options.cut().until().ifPresent(d -> put(map, "until_ns", d));
    options.cut().shard().ifPresent(shard -> map.put("shard", shard.toString()));
    options.startAt().ifPresent(at -> map.put("start_at", at.toString()));
    load(options.load(), map);
    if (!options.windows().isEmpty()) {
      map.put("windows", windows(options.windows()));
    }
    return map;
  }

  private static void put(Map<String, String> map, String name, Duration duration) {
    map.put(name, Long.toString(duration.toNanos()));
  }

  private static void wire(ReplayOptions.Wire wire, Map<String, String> map) {
    map.put("endpoint", wire.endpoint());
    if (wire.urls().size() > 1) {
      map.put("urls", String.join(LIST, wire.urls()));
      map.put("balance", wire.sticky() ? "session" : "round-robin");
    }
    wire.proxy().ifPresent(proxy -> map.put("proxy", proxy));
    if (!wire.headers().isEmpty()) {
      map.put("header_names", String.join(LIST, wire.headers().keySet()));
    }
    flag(map, "fresh_connections", wire.freshConnections());
    if (wire.http() != HttpVersion.HTTP_1_1) {
      map.put("http", wire.http() == HttpVersion.HTTP_2 ? "2" : "auto");
      map.put("streams", Integer.toString(wire.mostStreams()));
    }
    if (wire.loops() > 1) {
      map.put("loops", Integer.toString(wire.loops()));
    }
    flag(map, "insecure", wire.insecure());
  }

  private static void content(ReplayOptions.Content content, Map<String, String> map) {
    map.put("ignore_eos", Boolean.toString(content.ignoreEos()));
    flag(map, "min_tokens", content.minTokens());
    flag(map, "continuous_usage", content.continuousUsage());
    flag(map, "save_responses", content.saveResponses());
    if (content.reasoning() != Endpoints.Reasoning.NONE) {
      map.put("reasoning", content.reasoning().name().toLowerCase(Locale.ROOT));
    }
    if (!content.extraBody().isEmpty()) {
      map.put("extra_body", content.extraBody().toString());
    }
    if (content.salts().perTenant()) {
      map.put("cache_salt", "tenant");
    }
    content.salts().run().ifPresent(run -> map.put("cache_salt_of_run", run));
  }

  private static void flag(Map<String, String> map, String name, boolean value) {
    if (value) {
      map.put(name, "true");
    }
  }

  private static void load(Load load, Map<String, String> map) {
    if (load instanceof Load.Open open && open.turns() == Load.Turns.THINK) {
      map.put("turns", "think");
    } else if (load instanceof Load.Closed closed) {
      closed.thinkNanos().ifPresent(n -> map.put("think_ns", Long.toString(n)));
      if (closed.rampNanos() > 0) {
        map.put("ramp_ns", Long.toString(closed.rampNanos()));
      }
    } else if (load instanceof Load.Rate rate) {
      map.put("arrivals", rate.process().name());
      if (rate.process() instanceof ArrivalProcess.Gamma gamma) {
        map.put("arrivals_cv", Double.toString(gamma.variation()));
      }
      map.put("arrivals_seed", Long.toString(rate.seed()));
      List<String> stages = new ArrayList<>();
      for (Load.Stage stage : rate.stages()) {
        stages.add(
            String.join(
                PART,
                stage.name().orElse(""),
                Long.toString(stage.length().toNanos()),
                Double.toString(stage.from()),
                Double.toString(stage.to())));
      }
      map.put("rate_stages", String.join(LIST, stages));
    }
  }

  private static String windows(List<Window> windows) {
    List<String> parts = new ArrayList<>();
    for (Window window : windows) {
      parts.add(
          String.join(
              PART,
              window.name(),
              Long.toString(window.fromNanos()),
              Long.toString(window.toNanos())));
    }
    return String.join(LIST, parts);
  }

  /**
   * The options of a run, but for what no file holds: the key, the headers, certificates and the
   * template, which {@code from} gives.
   */
  static ReplayOptions of(RunManifest manifest, ReplayOptions.Wire from) {
    Map<String, String> map = manifest.options();
    List<String> urls =
        map.containsKey("urls")
            ? List.of(map.get("urls").split(LIST))
            : List.of(manifest.target().url());
    ReplayOptions.Wire wire =
        new ReplayOptions.Wire(
            urls,
            "session".equals(map.get("balance")),
            map.getOrDefault("endpoint", Endpoints.DEFAULT),
            from.template(),
            manifest.target().model(),
            from.apiKey(),
            from.headers(),
            from.authorities(),
            is(map, "insecure"),
            from.clientKey(),
            Optional.ofNullable(map.get("proxy")),
            is(map, "fresh_connections"),
            http(map.get("http")),
            (int) number(map, "streams").orElse(Peer.MOST_STREAMS),
            Integer.parseInt(map.getOrDefault("loops", "1")));
    return new ReplayOptions(
        wire,
        content(map),
        load(manifest, map),
        manifest.load().maxConcurrency(),
        new Limits(
            duration(map, "connect_timeout_ns").orElse(ReplayOptions.DEFAULT_LIMITS.connect()),
            duration(map, "first_token_timeout_ns"),
            duration(map, "timeout_ns").orElse(ReplayOptions.DEFAULT_LIMITS.total()),
            duration(map, "drain_ns").orElse(ReplayOptions.DEFAULT_LIMITS.drain())),
        retries(map),
        new ReplayOptions.Cut(
            number(map, "requests"), duration(map, "until_ns"), shard(map.get("shard"))),
        windowsOf(map.get("windows")),
        Optional.empty(),
        !"none".equals(map.get("warm_up")),
        ReplayOptions.Watch.NONE);
  }

  private static HttpVersion http(String text) {
    return text == null
        ? HttpVersion.HTTP_1_1
        : text.equals("2") ? HttpVersion.HTTP_2 : HttpVersion.AUTO;
  }

  private static boolean is(Map<String, String> map, String name) {
    return Boolean.parseBoolean(map.get(name));
  }

  private static OptionalLong number(Map<String, String> map, String name) {
    return map.containsKey(name)
        ? OptionalLong.of(Long.parseLong(map.get(name)))
        : OptionalLong.empty();
  }

  private static Optional<Duration> duration(Map<String, String> map, String name) {
    OptionalLong nanos = number(map, name);
    return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong())) : Optional.empty();
  }

  private static ReplayOptions.Content content(Map<String, String> map) {
    try {
      return new ReplayOptions.Content(
          is(map, "ignore_eos"),
          is(map, "min_tokens"),
          is(map, "continuous_usage"),
          Endpoints.Reasoning.valueOf(
              map.getOrDefault("reasoning", "none").toUpperCase(Locale.ROOT)),
          Json.tree(map.getOrDefault("extra_body", "{}")),
          new CacheSalts(
              "tenant".equals(map.get("cache_salt")),
              // A cold run is repeated cold: its own salt would find its own prompts.
              Optional.ofNullable(map.get("cache_salt_of_run"))
                  .map(used -> UUID.randomUUID().toString().substring(0, SALT))),
          is(map, "save_responses"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("extra_body was written by us", e);
    }
  }

  private static Retries retries(Map<String, String> map) {
    return map.containsKey("retries")
        ? new Retries(
            Integer.parseInt(map.get("retries")),
            duration(map, "retry_backoff_ns").orElseThrow(),
            duration(map, "retry_longest_ns").orElseThrow())
        : Retries.NONE;
  }

  private static Optional<Shard> shard(String text) {
    if (text == null) {
      return Optional.empty();
    }
    String[] parts = text.split("/");
    return Optional.of(new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
  }

  private static Load load(RunManifest manifest, Map<String, String> map) {
    OptionalInt clients = manifest.load().clients();
    if (clients.isPresent()) {
      return new Load.Closed(
          clients.getAsInt(), number(map, "think_ns"), number(map, "ramp_ns").orElse(0));
    }
    if (!map.containsKey("rate_stages")) {
      Load.Turns turns = "think".equals(map.get("turns")) ? Load.Turns.THINK : Load.Turns.CLOCK;
      return new Load.Open(manifest.load().speed(), turns);
    }
    List<Load.Stage> stages = new ArrayList<>();
    for (String text : map.get("rate_stages").split(LIST)) {
      String[] parts = text.split(PART);
      stages.add(
          new Load.Stage(
              Optional.of(parts[0]).filter(name -> !name.isEmpty()),
              Duration.ofNanos(Long.parseLong(parts[1])),
              Double.parseDouble(parts[2]),
              Double.parseDouble(parts[3])));
    }
    return new Load.Rate(stages, process(map), Long.parseLong(map.get("arrivals_seed")));
  }

  /** The process by which a run's arrivals were made. */
  static ArrivalProcess process(Map<String, String> map) {
    return switch (map.get("arrivals")) {
      case "constant" -> new ArrivalProcess.Constant();
      case "poisson" -> new ArrivalProcess.Poisson();
      case "gamma" -> new ArrivalProcess.Gamma(Double.parseDouble(map.get("arrivals_cv")));
      default -> throw new IllegalArgumentException("arrivals are '" + map.get("arrivals") + "'");
    };
  }

  private static List<Window> windowsOf(String text) {
    if (text == null) {
      return List.of();
    }
    List<Window> windows = new ArrayList<>();
    for (String part : text.split(LIST)) {
      String[] parts = part.split(PART);
      windows.add(new Window(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }
    return List.copyOf(windows);
  }
}
