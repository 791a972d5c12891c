package dev.facsimile.analyze.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.header.RunManifest;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What has to be the same in two runs, or their difference is not that of the servers. */
public enum Fact {
  WORKLOAD("the workload's digest", m -> m.workload().digest()),
  SEED("the workload's seed", m -> m.workload().seed().map(String::valueOf).orElse("none")),
  MODEL("the model asked for", m -> m.target().model()),
  NETWORK_PATH("the network path", Fact::path),
  TOKENIZER("the tokenizer", Fact::tokenizer),
  METHOD_VERSION("the version of the metrics' definitions", m -> m.methodVersion() + ""),
  PROTOCOL("the endpoint protocol", m -> m.target().protocol()),
  LOAD("the shape of the load", Fact::load);

  private final String sentence;
  private final Function<RunManifest, String> value;

  Fact(String sentence, Function<RunManifest, String> value) {
    this.sentence = sentence;
    this.value = value;
  }

  /** What it is, a few words. */
  public String sentence() {
    return sentence;
  }

  /** Its word in options and documents, such as {@code network-path}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The fact of that word. */
  public static Optional<Fact> of(String word) {
    return Arrays.stream(values()).filter(fact -> fact.word().equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Fact::word).toList();
  }

  /** What a run says of it. */
  public String of(RunManifest manifest) {
    return value.apply(manifest);
  }

  /** Facts that differ too when this one is meant to: another seed makes another workload. */
  Set<Fact> implied() {
    return this == SEED ? Set.of(SEED, WORKLOAD) : Set.of(this);
  }

  private static String path(RunManifest manifest) {
    String host = host(manifest.target().url());
    return isLoopback(host) ? "loopback" : host;
  }

  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  static String host(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost()).orElse(url);
    } catch (IllegalArgumentException e) {
      // A run of another tool may name anything as its target.
      return url;
    }
  }

  private static String tokenizer(RunManifest manifest) {
    String option = manifest.options().get("tokenizer");
    return option != null
        ? option
        : manifest
            .details()
            .flatMap(details -> Optional.ofNullable(details.context().get("tokenizer")))
            .orElse("not told");
  }

  private static String load(RunManifest manifest) {
    RunManifest.Load load = manifest.load();
    return load.mode()
        + " loop, speed "
        + load.speed()
        + (load.clients().isPresent() ? ", " + load.clients().getAsInt() + " clients" : "")
        + (load.maxConcurrency().isPresent()
            ? ", at most " + load.maxConcurrency().getAsInt() + " in flight"
            : "");
  }
}
