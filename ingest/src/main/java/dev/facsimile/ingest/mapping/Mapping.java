package dev.facsimile.ingest.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.ingest.classify.ClassRules;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormat.Clock;
import dev.facsimile.ingest.format.LogFormat.Shape;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.YamlSection;
import dev.facsimile.trace.header.BlockScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping file, checked.
 *
 * @param shape CSV, JSON Lines, one JSON document, Parquet or Arrow
 * @param time the field of the arrival
 * @param timeUnit how the arrival is written
 * @param columns field of each mapped column, by the column's name
 * @param durationUnitNanos nanoseconds in one unit of the mapped durations
 * @param blocks how the mapped prefix blocks are cut
 * @param clock what the arrival counts from
 * @param zone the zone of timestamps that name none
 * @param classes rules that give requests their class
 */
public record Mapping(
    Shape shape,
    String time,
    TimeUnit timeUnit,
    Map<String, String> columns,
    long durationUnitNanos,
    Optional<BlockScheme> blocks,
    Clock clock,
    ZoneId zone,
    Optional<ClassRules> classes) {

  /** How a time is written. */
  enum TimeUnit {
    S(1_000_000_000L),
    MS(1_000_000L),
    US(1_000L),
    NS(1L),
    /** A timestamp with date and time. */
    ISO(0L);

    final long nanos;

    TimeUnit(long nanos) {
      this.nanos = nanos;
    }
  }

  /** Columns of the trace that a field can be mapped to. */
  static final List<String> COLUMNS =
      List.of(
          "request_id",
          "class",
          "tenant",
          "tenant_tier",
          "user_id",
          "model",
          "adapter",
          "region",
          "endpoint",
          "session_id",
          "turn",
          "parent_request_id",
          "input_tokens",
          "output_tokens",
          "cached_tokens",
          "reasoning_tokens",
          "max_output_tokens",
          "streaming",
          "http_status",
          "finish_reason",
          "ttft",
          "e2e",
          "queue",
          "prefix_blocks");

  private static final List<String> KEYS =
      List.of(
          "shape",
          "time",
          "time_unit",
          "clock",
          "time_zone",
          "duration_unit",
          "block_tokens",
          "columns",
          "classes");

  private static final Map<String, TimeUnit> UNITS =
      Map.of("s", TimeUnit.S, "ms", TimeUnit.MS, "us", TimeUnit.US, "ns", TimeUnit.NS);

  /**
   * Reads a mapping file.
   *
   * @throws InputException with every error in it, if there is any
   */
  public static LogFormat load(Path file) throws IOException {
    JsonNode root = YamlSection.tree(file);
    if (!root.isObject()) {
      throw new InputException(file, "is not a YAML mapping, expected keys such as " + KEYS);
    }
    return new MappedLog(new Check(root).mapping(file));
  }

  /** Gathers every error before it refuses. */
  private static final class Check {
    private final JsonNode root;
    private final List<String> errors = new ArrayList<>();

    Check(JsonNode root) {
      this.root = root;
    }

    Mapping mapping(Path file) {
      NearMiss.check("", root.fieldNames(), KEYS, errors);
      Optional<Shape> shape =
          choice(
              "shape",
              Map.of(
                  "csv", Shape.CSV,
                  "jsonl", Shape.JSON_LINES,
                  "json", Shape.JSON_DOCUMENT,
                  "parquet", Shape.PARQUET,
                  "arrow", Shape.ARROW));
      Map<String, TimeUnit> times = new HashMap<>(UNITS);
      times.put("iso", TimeUnit.ISO);
      Optional<TimeUnit> timeUnit = choice("time_unit", times);
      boolean dated = timeUnit.equals(Optional.of(TimeUnit.ISO));
      Map<String, String> columns = columns();
      Optional<TimeUnit> durations =
          root.has("duration_unit") ? choice("duration_unit", UNITS) : Optional.of(TimeUnit.MS);
      if (!root.path("time").isTextual()) {
        errors.add("time is missing, expected the field that holds the arrival");
      }
      Optional<BlockScheme> blocks = blocks(columns);
      Clock clock = clock(dated);
      ZoneId zone = zone(dated);
      Optional<ClassRules> classes =
          root.has("classes")
              ? Optional.of(ClassRules.of(root.path("classes"), errors))
              : Optional.empty();
      if (!errors.isEmpty()) {
        throw new InputException(file, String.join("; ", errors));
      }
      return new Mapping(
          shape.orElseThrow(),
          root.path("time").asText(),
          timeUnit.orElseThrow(),
          columns,
          durations.orElseThrow().nanos,
          blocks,
          clock,
          zone,
          classes);
    }

    /** Timestamps are dates; numbers count from where the mapping says. */
    private Clock clock(boolean dated) {
      if (!root.has("clock")) {
        return dated ? Clock.EPOCH : Clock.RELATIVE;
      }
      Optional<Clock> clock =
          choice("clock", Map.of("epoch", Clock.EPOCH, "relative", Clock.RELATIVE));
      if (dated && clock.equals(Optional.of(Clock.RELATIVE))) {
        errors.add("clock is relative, but time_unit is iso, whose timestamps are dates");
      }
      return clock.orElse(Clock.EPOCH);
    }

    private ZoneId zone(boolean dated) {
      if (!root.has("time_zone")) {
        return ZoneOffset.UTC;
      }
      if (!dated) {
        errors.add("time_zone is for timestamps, expected time_unit iso with it");
      }
      String name = root.path("time_zone").asText();
      try {
        return ZoneId.of(name);
      } catch (DateTimeException e) {
        errors.add("time_zone is '" + name + "', expected a zone such as Europe/Berlin or +02:00");
        return ZoneOffset.UTC;
      }
    }

    private <T> Optional<T> choice(String key, Map<String, T> choices) {
      String found = root.path(key).asText("missing");
      Optional<T> choice = Optional.ofNullable(choices.get(found));
      if (choice.isEmpty()) {
        List<String> names = choices.keySet().stream().sorted().toList();
        errors.add(key + " is " + found + ", expected one of " + String.join(", ", names));
      }
      return choice;
    }

    private Map<String, String> columns() {
      Map<String, String> columns = new LinkedHashMap<>();
      JsonNode node = root.path("columns");
      NearMiss.check("columns.", node.fieldNames(), COLUMNS, errors);
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        if (entry.getValue().isTextual()) {
          columns.put(entry.getKey(), entry.getValue().textValue());
        } else {
          errors.add("columns." + entry.getKey() + " is not text, expected a field's name");
        }
      }
      for (String required : List.of("input_tokens", "output_tokens")) {
        if (!columns.containsKey(required)) {
          errors.add("columns." + required + " is missing, expected a field's name");
        }
      }
      return columns;
    }

    private Optional<BlockScheme> blocks(Map<String, String> columns) {
      if (!columns.containsKey("prefix_blocks")) {
        return Optional.empty();
      }
      int blockTokens = root.path("block_tokens").asInt();
      if (blockTokens < 1) {
        errors.add("block_tokens is missing, expected the tokens in a block of prefix_blocks");
        return Optional.empty();
      }
      return Optional.of(new BlockScheme(blockTokens, BlockScheme.Scope.GLOBAL, true));
    }
  }
}
