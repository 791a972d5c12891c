package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Turns a raw row into a released one, field by field: a field not named here is not released. */
final class RowMask {
  static final String SUPPRESSED = "suppressed.";
  static final String TOTAL = "total.";
  static final String RAW_TOTAL = "raw_total.";
  static final String DANGLING = "parents.dangling";
  static final String PARTIAL = "blocks.partial_dropped";

  private final Policy policy;
  private final Codes codes;
  private final BlockCut cut;
  private final Learned learned;
  private final Tally tally;
  private final ReleasedClock clock;
  private final Optional<Text> text;

  /** Makes the released content of a raw one. */
  @FunctionalInterface
  interface Text {
    /**
     * The content to release.
     *
     * @param unit the code of the unit whose it is
     * @param row the row's place, from 1, to tell of
     */
    String released(String content, long unit, long row);
  }

  RowMask(
      Policy policy,
      Codes codes,
      BlockCut cut,
      Learned learned,
      Tally tally,
      ReleasedClock clock,
      Optional<Text> text) {
    this.clock = clock;
    this.text = text;
    this.policy = policy;
    this.codes = codes;
    this.cut = cut;
    this.learned = learned;
    this.tally = tally;
  }

  /**
   * The released row; has content only under a profile with text.
   *
   * @param number the row's place, from 1, to tell of
   */
  TraceRow of(TraceRow row, long number) {
    return of(row, clock.of(row.request()), number);
  }

  /** The released row of a known arrival. */
  TraceRow of(TraceRow row, long arrivalNanos, long number) {
    Request request = row.request();
    return new TraceRow(
        new Request(
            "request-" + requestNumber(request),
            arrivalNanos,
            common(TraceColumn.CLASS, request.requestClass()),
            origin(request),
            conversation(request),
            tokens(request.tokens()),
            kept(TraceColumn.PREFIX_BLOCKS, blocks(row)),
            kept(TraceColumn.STREAMING, request.streaming()),
            kept(TraceColumn.CACHE_ELIGIBLE, request.cacheEligible())),
        observed(row.observed()),
        kept(TraceColumn.USER_ID, row.userId())
            .map(user -> "user-" + learned.user(codes.user(row))),
        content(row, number));
  }

  private Optional<String> content(TraceRow row, long number) {
    if (text.isEmpty() || !policy.keeps(TraceColumn.CONTENT)) {
      return Optional.empty();
    }
    return row.content().map(content -> text.get().released(content, codes.unit(row), number));
  }

  private Origin origin(Request request) {
    Origin raw = request.origin();
    return new Origin(
        kept(TraceColumn.TENANT, raw.tenant())
            .map(tenant -> "tenant-" + learned.tenant(codes.tenant(request))),
        common(TraceColumn.TENANT_TIER, raw.tenantTier()),
        common(TraceColumn.MODEL, raw.model()),
        common(TraceColumn.ADAPTER, raw.adapter()),
        common(TraceColumn.REGION, raw.region()),
        known(TraceColumn.ENDPOINT, raw.endpoint(), WellKnown::endpoint));
  }

  private Conversation conversation(Request request) {
    Conversation raw = request.conversation();
    return new Conversation(
        kept(TraceColumn.SESSION_ID, raw.sessionId())
            .map(id -> "session-" + learned.session(codes.session(request).getAsLong())),
        kept(TraceColumn.TURN, raw.turn()),
        kept(TraceColumn.PARENT_REQUEST_ID, raw.parentRequestId()).flatMap(this::parent));
  }

  /** A parent that is no row of this trace would be an id of its own: it is left out. */
  private Optional<String> parent(String id) {
    OptionalLong number = learned.request(codes.request(id));
    if (number.isEmpty()) {
      tally.add(DANGLING, 1);
      return Optional.empty();
    }
    return Optional.of("request-" + number.getAsLong());
  }

  private Tokens tokens(Tokens raw) {
    OptionalInt input = length(TraceColumn.INPUT_TOKENS, raw.input());
    OptionalInt output = length(TraceColumn.OUTPUT_TOKENS, raw.output());
    total(TraceColumn.INPUT_TOKENS, raw.input(), input);
    total(TraceColumn.OUTPUT_TOKENS, raw.output(), output);
    return new Tokens(
        input,
        output,
        atMost(length(TraceColumn.CACHED_TOKENS, raw.cached()), input),
        length(TraceColumn.REASONING_TOKENS, raw.reasoning()),
        length(TraceColumn.MAX_OUTPUT_TOKENS, raw.maxOutput()));
  }

  /** What coarser lengths do to the totals is told. */
  private void total(TraceColumn column, OptionalInt raw, OptionalInt released) {
    if (released.isPresent()) {
      tally.add(RAW_TOTAL + column.word(), raw.getAsInt());
      tally.add(TOTAL + column.word(), released.getAsInt());
    }
  }

  private static OptionalInt atMost(OptionalInt cached, OptionalInt input) {
    return cached.isPresent() && input.isPresent()
        ? OptionalInt.of(Math.min(cached.getAsInt(), input.getAsInt()))
        : cached;
  }

  private Optional<BlockIds> blocks(TraceRow row) {
    Request request = row.request();
    if (!policy.keeps(TraceColumn.PREFIX_BLOCKS)) {
      return Optional.empty();
    }
    return cut.of(request)
        .map(
            ids -> {
              long[] blocks = codes.blocks(request, ids);
              int all = request.prefixBlocks().get().size();
              tally.add(PARTIAL, all - blocks.length);
              int told = Math.min(blocks.length, blocksTold(request));
              long[] numbers = learned.blocks(blocks, told, codes.unit(row));
              if (cut.renumbersLast() && all > blocks.length) {
                numbers = Arrays.copyOf(numbers, told + 1);
                numbers[told] = learned.blockNumbers() + requestNumber(request);
              }
              return BlockIds.of(numbers);
            });
  }

  /** Blocks of a top-coded prompt would tell its length: those of the top are left out. */
  private int blocksTold(Request request) {
    OptionalInt length = request.tokens().input();
    OptionalInt longest =
        length.isPresent() && policy.keeps(TraceColumn.INPUT_TOKENS)
            ? learned.overview().tops().longest(TraceColumn.INPUT_TOKENS, length.getAsInt())
            : OptionalInt.empty();
    return longest.isPresent() ? cut.fullBlocks(longest.getAsInt()) : Integer.MAX_VALUE;
  }

  private long requestNumber(Request request) {
    return learned.request(codes.request(request.id())).orElseThrow();
  }

  private Observed observed(Observed raw) {
    OptionalInt httpStatus = kept(TraceColumn.HTTP_STATUS, raw.httpStatus());
    OptionalInt knownStatus =
        httpStatus.isPresent() ? WellKnown.httpStatus(httpStatus.getAsInt()) : httpStatus;
    if (httpStatus.isPresent() && knownStatus.isEmpty()) {
      tally.add(SUPPRESSED + TraceColumn.HTTP_STATUS.word(), 1);
    }
    return new Observed(
        kept(TraceColumn.STATUS, raw.status()),
        knownStatus,
        known(TraceColumn.FINISH_REASON, raw.finishReason(), WellKnown::finishReason),
        kept(TraceColumn.QUEUE_NS, raw.queueNanos()),
        kept(TraceColumn.TTFT_NS, raw.ttftNanos()),
        kept(TraceColumn.E2E_NS, raw.e2eNanos()));
  }

  private Optional<String> common(TraceColumn column, Optional<String> value) {
    return kept(column, value)
        .map(raw -> learned.overview().values().common(column, raw) ? raw : suppressed(column));
  }

  private Optional<String> known(
      TraceColumn column, Optional<String> value, UnaryOperator<String> wellKnown) {
    return kept(column, value)
        .map(wellKnown)
        .map(word -> word.equals(WellKnown.OTHER) ? suppressed(column) : word);
  }

  private String suppressed(TraceColumn column) {
    tally.add(SUPPRESSED + column.word(), 1);
    return WellKnown.OTHER;
  }

  /** A length's class is told by its middle, so that sums stay and 0 stays apart. */
  private OptionalInt length(TraceColumn column, OptionalInt value) {
    Operator operator = policy.operator(column);
    if (operator == Operator.DROP || value.isEmpty() || value.getAsInt() == 0) {
      return kept(column, value);
    }
    int bucket = operator.bucketTokens();
    int length = learned.overview().tops().of(column, value.getAsInt());
    return OptionalInt.of(length / bucket * bucket + bucket / 2);
  }

  private <T> Optional<T> kept(TraceColumn column, Optional<T> value) {
    return policy.keeps(column) ? value : Optional.empty();
  }

  private OptionalInt kept(TraceColumn column, OptionalInt value) {
    return policy.keeps(column) ? value : OptionalInt.empty();
  }

  private OptionalLong kept(TraceColumn column, OptionalLong value) {
    return policy.keeps(column) ? value : OptionalLong.empty();
  }
}
