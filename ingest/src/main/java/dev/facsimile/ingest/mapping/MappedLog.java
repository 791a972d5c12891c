package dev.facsimile.ingest.mapping;

import dev.facsimile.ingest.format.EndUser;
import dev.facsimile.ingest.format.Fields;
import dev.facsimile.ingest.format.FormatFacts;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Sample;
import dev.facsimile.ingest.format.Timestamps;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A format described by a {@link Mapping}. */
final class MappedLog implements LogFormat {
  private final Mapping mapping;

  /** Whether a time that was read named no zone: what is said of the clock depends on it. */
  private final AtomicBoolean zoneMissing = new AtomicBoolean();

  MappedLog(Mapping mapping) {
    this.mapping = mapping;
  }

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "mapped",
            mapping.shape(),
            mapping.clock(),
            mapping.columns().get("input_tokens") + ", as mapped; taken to include cached tokens")
        .withBlocks(mapping.blocks());
  }

  @Override
  public List<String> clockFindings() {
    return zoneMissing.get()
        ? List.of(mapping.time() + " was read as " + mapping.zone() + " where it names no zone")
        : List.of();
  }

  @Override
  public Map<String, String> namedFields() {
    Map<String, String> named = new LinkedHashMap<>();
    named.put(mapping.time(), "time");
    mapping.columns().forEach((column, field) -> named.put(field, column));
    return named;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return this::read;
  }

  private void read(Fields fields, LogRows rows) throws MalformedRow {
    Request request =
        new Request(
            text(fields, "request_id").orElse(fields.rowId()),
            clock(fields),
            text(fields, "class"),
            new Origin(
                text(fields, "tenant"),
                text(fields, "tenant_tier"),
                text(fields, "model"),
                text(fields, "adapter"),
                text(fields, "region"),
                text(fields, "endpoint")),
            new Conversation(
                text(fields, "session_id"),
                tokens(fields, "turn"),
                text(fields, "parent_request_id")),
            new Tokens(
                length(fields, "input_tokens"),
                length(fields, "output_tokens"),
                tokens(fields, "cached_tokens"),
                tokens(fields, "reasoning_tokens"),
                tokens(fields, "max_output_tokens")),
            blockIds(fields),
            streaming(fields),
            Optional.empty());
    TraceRow row = new TraceRow(request, observed(fields), user(fields), Optional.empty());
    rows.accepted(mapping.classes().map(rules -> rules.classify(row)).orElse(row));
  }

  private long clock(Fields fields) throws MalformedRow {
    if (mapping.timeUnit() != Mapping.TimeUnit.ISO) {
      return fields.requiredTime(mapping.time(), mapping.timeUnit().nanos);
    }
    String text = fields.requiredText(mapping.time());
    long nanos = Timestamps.epochNanos(mapping.time(), text, mapping.zone());
    if (!Timestamps.namesZone(text)) {
      zoneMissing.set(true);
    }
    return nanos;
  }

  private Optional<String> field(String column) {
    return Optional.ofNullable(mapping.columns().get(column));
  }

  private Optional<String> text(Fields fields, String column) throws MalformedRow {
    Optional<String> field = field(column);
    return field.isPresent() ? fields.text(field.get()) : Optional.empty();
  }

  private Optional<String> user(Fields fields) throws MalformedRow {
    return EndUser.of(fields, field("user_id").stream().toList());
  }

  private OptionalInt tokens(Fields fields, String column) throws MalformedRow {
    Optional<String> field = field(column);
    return field.isPresent() ? fields.tokens(field.get()) : OptionalInt.empty();
  }

  /** A length may be absent only of a request that failed: else the mapping names no such field. */
  private OptionalInt length(Fields fields, String column) throws MalformedRow {
    OptionalInt length = tokens(fields, column);
    if (length.isEmpty() && tokens(fields, "http_status").orElse(200) / 100 == 2) {
      throw new MalformedRow(
          field(column).orElseThrow()
              + " is missing, expected "
              + column
              + " of a request that"
              + " did not fail");
    }
    return length;
  }

  private OptionalLong duration(Fields fields, String column) throws MalformedRow {
    Optional<String> field = field(column);
    return field.isPresent()
        ? fields.time(field.get(), mapping.durationUnitNanos())
        : OptionalLong.empty();
  }

  private Optional<Boolean> streaming(Fields fields) throws MalformedRow {
    Optional<String> text = text(fields, "streaming");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (text.get().toLowerCase(Locale.ROOT)) {
      case "true", "1" -> Optional.of(true);
      case "false", "0" -> Optional.of(false);
      default -> throw new MalformedRow(field("streaming").get() + " is neither true nor false");
    };
  }

  private Observed observed(Fields fields) throws MalformedRow {
    OptionalInt http = tokens(fields, "http_status");
    return new Observed(
        http.isPresent() ? Optional.of(RequestStatus.ofHttp(http.getAsInt())) : Optional.empty(),
        http,
        text(fields, "finish_reason"),
        duration(fields, "queue"),
        duration(fields, "ttft"),
        duration(fields, "e2e"));
  }

  private Optional<BlockIds> blockIds(Fields fields) throws MalformedRow {
    Optional<String> field = field("prefix_blocks");
    if (field.isEmpty()) {
      return Optional.empty();
    }
    return fields.blockIds(field.get());
  }
}
