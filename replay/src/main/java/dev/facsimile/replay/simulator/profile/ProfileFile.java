package dev.facsimile.replay.simulator.profile;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.Speculation;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TypedText;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** A profile as a YAML file; {@code docs/reference/simulator.md} tells the keys. */
public final class ProfileFile {
  private static final List<String> KEYS =
      List.of("profile", "name", "source", "engine", "cost_us", "jitter", "overhead");
  private static final List<String> ENGINE =
      List.of(
          "max_num_seqs",
          "max_num_batched_tokens",
          "max_model_len",
          "block_size",
          "num_gpu_blocks",
          "enable_prefix_caching",
          "enable_chunked_prefill",
          "long_prefill_token_threshold",
          "reserve_full_prompt",
          "async_scheduling",
          "queue_limit",
          "stream_interval",
          "num_speculative_tokens",
          "speculative_acceptance");
  private static final List<String> COST =
      List.of(
          "base",
          "prefill_step",
          "prefill_token",
          "prefill_attention",
          "decode_sequence",
          "kv_token",
          "experts");
  private static final int MOST = 1_000_000_000;

  private final YamlSection top;
  private final YamlSection engine;
  private final YamlSection cost;

  private ProfileFile(YamlSection top) {
    this.top = top.only(KEYS);
    top.word("profile", List.of("1"));
    this.engine = top.section("engine").only(ENGINE);
    this.cost = top.section("cost_us").only(COST);
  }

  /**
   * Reads a profile.
   *
   * @throws InputException with everything that is wrong with it
   */
  public static Profile read(Path file) throws IOException {
    List<String> errors = new ArrayList<>();
    return finished(file, YamlSection.read(file, errors), errors);
  }

  /** The same of a text that was read already, {@code file} being what it is called. */
  static Profile read(Path file, String text) {
    List<String> errors = new ArrayList<>();
    YamlSection top = YamlSection.root(YamlSection.tree(file, text), "a profile", errors);
    return finished(file, top, errors);
  }

  private static Profile finished(Path file, YamlSection top, List<String> errors) {
    ProfileFile reading = new ProfileFile(top);
    Optional<Profile> profile = Optional.empty();
    try {
      profile = Optional.of(reading.profile());
    } catch (IllegalArgumentException e) {
      errors.add("engine: " + e.getMessage());
    }
    if (!errors.isEmpty()) {
      String count = errors.size() == 1 ? "1 error" : errors.size() + " errors";
      throw new InputException(
          file, "the profile has " + count + ":\n  " + String.join("\n  ", errors));
    }
    return profile.orElseThrow();
  }

  private Profile profile() {
    return new Profile(
        top.text("name").orElse("unnamed"),
        top.has("source") ? top.text("source").orElse("") : "",
        limits(),
        cost(),
        top.number("jitter", 0, 0.99).orElse(0),
        overhead(),
        engine.whole("stream_interval", 1, 10_000).orElse(1));
  }

  private EngineLimits limits() {
    EngineLimits plain = EngineLimits.DEFAULT;
    return new EngineLimits(
        engine.whole("max_num_seqs", 1, MOST).orElse(plain.maxNumSeqs()),
        engine.whole("max_num_batched_tokens", 1, MOST).orElse(plain.maxNumBatchedTokens()),
        engine.whole("max_model_len", 2, MOST).orElse(plain.maxModelLen()),
        engine.whole("block_size", 1, MOST).orElse(plain.blockTokens()),
        engine.whole("num_gpu_blocks", 2, MOST),
        flag("enable_prefix_caching", plain.prefixCaching()),
        flag("enable_chunked_prefill", plain.chunkedPrefill()),
        engine.whole("long_prefill_token_threshold", 1, MOST),
        flag("reserve_full_prompt", plain.reservesPrompt()),
        flag("async_scheduling", plain.asyncScheduling()),
        engine.whole("queue_limit", 0, MOST),
        new Speculation(
            engine.whole("num_speculative_tokens", 0, 64).orElse(0),
            engine.number("speculative_acceptance", 0, 1).orElse(0)));
  }

  private boolean flag(String key, boolean otherwise) {
    return engine.has(key) ? engine.flag(key) : otherwise;
  }

  private StepCost cost() {
    if (!cost.has("base")) {
      cost.missing("base", "the time of an empty step in microseconds");
    }
    return new StepCost(
        micros("base"),
        micros("prefill_step"),
        micros("prefill_token"),
        micros("prefill_attention"),
        micros("decode_sequence"),
        micros("kv_token"),
        micros("experts"));
  }

  private double micros(String key) {
    OptionalDouble value = cost.number(key, 0, 1e12);
    return value.orElse(0) * 1000;
  }

  private long overhead() {
    Optional<String> text = top.scalar("overhead");
    if (text.isEmpty()) {
      return 0;
    }
    Optional<Duration> duration = TypedText.duration(text.get());
    if (duration.isEmpty()) {
      top.error("overhead", "is '" + text.get() + "', expected a time such as 2ms");
    }
    return duration.map(Duration::toNanos).orElse(0L);
  }

  /** Writes a profile so that reading it gives it again. */
  public static void write(Path file, Profile profile) throws IOException {
    try (AtomicFile out = AtomicFile.create(file)) {
      Files.writeString(out.path(), text(profile));
      out.commit();
    }
  }

  /** A profile as YAML. */
  public static String text(Profile profile) {
    EngineLimits limits = profile.limits();
    StringBuilder yaml = new StringBuilder("profile: 1\n");
    line(yaml, "name", quoted(profile.name()));
    if (!profile.source().isBlank()) {
      line(yaml, "source", quoted(profile.source()));
    }
    yaml.append("engine:\n");
    line(yaml, "  max_num_seqs", limits.maxNumSeqs());
    line(yaml, "  max_num_batched_tokens", limits.maxNumBatchedTokens());
    line(yaml, "  max_model_len", limits.maxModelLen());
    line(yaml, "  block_size", limits.blockTokens());
    whole(yaml, "  num_gpu_blocks", limits.kvBlocks());
    line(yaml, "  enable_prefix_caching", limits.prefixCaching());
    line(yaml, "  enable_chunked_prefill", limits.chunkedPrefill());
    whole(yaml, "  long_prefill_token_threshold", limits.longPrefillTokens());
    line(yaml, "  reserve_full_prompt", limits.reservesPrompt());
    line(yaml, "  async_scheduling", limits.asyncScheduling());
    whole(yaml, "  queue_limit", limits.queueLimit());
    line(yaml, "  stream_interval", profile.streamInterval());
    if (limits.speculation().draftTokens() > 0) {
      line(yaml, "  num_speculative_tokens", limits.speculation().draftTokens());
      line(yaml, "  speculative_acceptance", limits.speculation().acceptance());
    }
    costs(yaml, profile.cost());
    line(yaml, "jitter", profile.jitter());
    line(yaml, "overhead", profile.overheadNanos() + "ns");
    return yaml.toString();
  }

  private static void costs(StringBuilder yaml, StepCost cost) {
    yaml.append("cost_us:\n");
    line(yaml, "  base", micros(cost.base()));
    line(yaml, "  prefill_step", micros(cost.prefillStep()));
    line(yaml, "  prefill_token", micros(cost.prefillToken()));
    line(yaml, "  prefill_attention", micros(cost.prefillAttention()));
    line(yaml, "  decode_sequence", micros(cost.decodeSequence()));
    line(yaml, "  kv_token", micros(cost.kvToken()));
    line(yaml, "  experts", micros(cost.experts()));
  }

  /** Microseconds to six significant digits: more than any fit knows. */
  private static String micros(double nanos) {
    return new BigDecimal(nanos / 1000)
        .round(new MathContext(6))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static void line(StringBuilder yaml, String key, Object value) {
    yaml.append(key).append(": ").append(value).append('\n');
  }

  private static void whole(StringBuilder yaml, String key, OptionalInt value) {
    value.ifPresent(v -> line(yaml, key, v));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }
}
