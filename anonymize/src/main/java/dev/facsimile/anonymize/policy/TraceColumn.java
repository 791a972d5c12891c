package dev.facsimile.anonymize.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of a trace: the class that a policy must give each, and what may be done to it. */
public enum TraceColumn {
  REQUEST_ID(Kind.IDENTIFIER, Operator.PSEUDONYM),
  ARRIVAL_NS(Kind.TIME, Operator.SHIFT_TO_ZERO),
  CLASS(Kind.CATEGORY, Operator.SUPPRESS_RARE),
  TENANT(Kind.IDENTIFIER, Operator.PSEUDONYM),
  USER_ID(Kind.IDENTIFIER, Operator.PSEUDONYM),
  TENANT_TIER(Kind.CATEGORY, Operator.SUPPRESS_RARE),
  MODEL(Kind.CATEGORY, Operator.SUPPRESS_RARE),
  ADAPTER(Kind.CATEGORY, Operator.SUPPRESS_RARE),
  REGION(Kind.CATEGORY, Operator.SUPPRESS_RARE),
  ENDPOINT(Kind.CATEGORY, Operator.WELL_KNOWN),
  SESSION_ID(Kind.IDENTIFIER, Operator.PSEUDONYM),
  TURN(Kind.METRIC, Operator.KEEP),
  PARENT_REQUEST_ID(Kind.IDENTIFIER, Operator.PSEUDONYM),
  INPUT_TOKENS(Kind.QUASI, Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64),
  OUTPUT_TOKENS(Kind.QUASI, Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64),
  CACHED_TOKENS(Kind.QUASI, Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64),
  REASONING_TOKENS(Kind.QUASI, Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64),
  MAX_OUTPUT_TOKENS(Kind.QUASI, Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64),
  STREAMING(Kind.CATEGORY, Operator.KEEP),
  CACHE_ELIGIBLE(Kind.CATEGORY, Operator.KEEP),
  PREFIX_BLOCKS(Kind.IDENTIFIER, Operator.BLOCK_IDS),
  STATUS(Kind.CATEGORY, Operator.WELL_KNOWN),
  HTTP_STATUS(Kind.CATEGORY, Operator.WELL_KNOWN),
  FINISH_REASON(Kind.CATEGORY, Operator.WELL_KNOWN),
  QUEUE_NS(Kind.METRIC, Operator.KEEP),
  TTFT_NS(Kind.METRIC, Operator.KEEP),
  E2E_NS(Kind.METRIC, Operator.KEEP),
  CONTENT(Kind.TEXT, Operator.SURROGATE, Operator.REDACT);

  /** What a column is to a reader who wants to find somebody. */
  public enum Kind {
    /** Names somebody or something. */
    IDENTIFIER,
    /** Singles out in combination. */
    QUASI,
    /** A measurement. */
    METRIC,
    /** One of few values. */
    CATEGORY,
    TIME,
    /** What was said. */
    TEXT;

    /** The word in a policy. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final List<Operator> operators;

  TraceColumn(Kind kind, Operator... operators) {
    this.kind = kind;
    this.operators = List.of(operators);
  }

  /** The column's name in the file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The only class, besides {@code drop}, that a policy may give this column. */
  public Kind kind() {
    return kind;
  }

  /** What may be done to it, the usual operator first. */
  public List<Operator> operators() {
    return operators;
  }

  /** Whether a trace cannot be without this column. */
  public boolean required() {
    return this == REQUEST_ID || this == ARRIVAL_NS;
  }

  /** The column of that name, if a trace has one. */
  public static Optional<TraceColumn> of(String word) {
    return Arrays.stream(values()).filter(column -> column.word().equals(word)).findFirst();
  }
}
