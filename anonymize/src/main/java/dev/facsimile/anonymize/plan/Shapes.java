package dev.facsimile.anonymize.plan;

import dev.facsimile.anonymize.plan.DiffSample.Became;
import dev.facsimile.anonymize.plan.DiffSample.Field;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a value looks like without telling it. */
final class Shapes {
  private Shapes() {}

  /** The fields that a row has on either side. */
  static List<Field> compare(TraceRow before, TraceRow after) {
    List<Field> fields = new ArrayList<>();
    for (TraceColumn column : TraceColumn.values()) {
      Optional<Object> raw = value(column, before);
      Optional<Object> released = value(column, after);
      if (raw.isPresent() || released.isPresent()) {
        fields.add(
            new Field(
                column.word(),
                raw.map(v -> shape(column, v)).orElse("-"),
                released.map(v -> shape(column, v)).orElse("-"),
                released.isEmpty()
                    ? Became.DROPPED
                    : released.equals(raw) ? Became.KEPT : Became.CHANGED));
      }
    }
    return fields;
  }

  /** The value of a column in a row. */
  static Optional<Object> value(TraceColumn column, TraceRow row) {
    return switch (column) {
      case REQUEST_ID -> Optional.of(row.request().id());
      case ARRIVAL_NS -> Optional.of(row.request().arrivalNanos());
      case CLASS -> any(row.request().requestClass());
      case TENANT -> any(row.request().origin().tenant());
      case USER_ID -> any(row.userId());
      case TENANT_TIER -> any(row.request().origin().tenantTier());
      case MODEL -> any(row.request().origin().model());
      case ADAPTER -> any(row.request().origin().adapter());
      case REGION -> any(row.request().origin().region());
      case ENDPOINT -> any(row.request().origin().endpoint());
      case SESSION_ID -> any(row.request().conversation().sessionId());
      case TURN -> any(row.request().conversation().turn());
      case PARENT_REQUEST_ID -> any(row.request().conversation().parentRequestId());
      case INPUT_TOKENS -> any(row.request().tokens().input());
      case OUTPUT_TOKENS -> any(row.request().tokens().output());
      case CACHED_TOKENS -> any(row.request().tokens().cached());
      case REASONING_TOKENS -> any(row.request().tokens().reasoning());
      case MAX_OUTPUT_TOKENS -> any(row.request().tokens().maxOutput());
      case STREAMING -> any(row.request().streaming());
      case CACHE_ELIGIBLE -> any(row.request().cacheEligible());
      case PREFIX_BLOCKS -> any(row.request().prefixBlocks());
      case STATUS -> any(row.observed().status());
      case HTTP_STATUS -> any(row.observed().httpStatus());
      case FINISH_REASON -> any(row.observed().finishReason());
      case QUEUE_NS -> any(row.observed().queueNanos());
      case TTFT_NS -> any(row.observed().ttftNanos());
      case E2E_NS -> any(row.observed().e2eNanos());
      case CONTENT -> any(row.content());
    };
  }

  private static Optional<Object> any(Optional<?> value) {
    return value.map(v -> v);
  }

  private static Optional<Object> any(OptionalInt value) {
    return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
  }

  private static Optional<Object> any(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }

  private static String shape(TraceColumn column, Object value) {
    if (column == TraceColumn.CONTENT) {
      return ContentShape.of((String) value);
    }
    if (column.word().endsWith("_tokens")) {
      return String.format(Locale.ROOT, "%,d tokens", (Integer) value);
    }
    if (value instanceof BlockIds ids) {
      return String.format(Locale.ROOT, "%,d ids", ids.size());
    }
    if (value instanceof String text) {
      return String.format(Locale.ROOT, "text of %,d", text.length());
    }
    return value instanceof Long || value instanceof Integer
        ? "number"
        : value instanceof Boolean ? "flag" : "word";
  }
}
