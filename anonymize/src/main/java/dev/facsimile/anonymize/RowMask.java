package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.DenseNumbers;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Turns a raw row into a released one, field by field: a field not named here is not released. */
final class RowMask {
  static final String SUPPRESSED = "suppressed.";
  static final String DANGLING = "parents.dangling";

  private final Policy policy;
  private final Codes codes;
  private final BlockCut cut;
  private final Census census;
  private final Tally tally;

  RowMask(Policy policy, Codes codes, BlockCut cut, Census census, Tally tally) {
    this.policy = policy;
    this.codes = codes;
    this.cut = cut;
    this.census = census;
    this.tally = tally;
  }

  /** The released row; never has content. */
  TraceRow of(TraceRow row) {
    Request request = row.request();
    return new TraceRow(
        new Request(
            name("request-", census.requests, codes.request(request.id())),
            request.arrivalNanos() - census.firstArrivalNanos(),
            common(TraceColumn.CLASS, request.requestClass()),
            origin(request),
            conversation(request),
            tokens(request.tokens()),
            kept(TraceColumn.PREFIX_BLOCKS, blocks(request)),
            kept(TraceColumn.STREAMING, request.streaming()),
            kept(TraceColumn.CACHE_ELIGIBLE, request.cacheEligible())),
        observed(row.observed()),
        Optional.empty());
  }

  private Origin origin(Request request) {
    Origin raw = request.origin();
    return new Origin(
        kept(TraceColumn.TENANT, raw.tenant())
            .map(tenant -> name("tenant-", census.tenants, codes.tenant(request))),
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
            .map(id -> name("session-", census.sessions, codes.session(request).getAsLong())),
        kept(TraceColumn.TURN, raw.turn()),
        kept(TraceColumn.PARENT_REQUEST_ID, raw.parentRequestId()).flatMap(this::parent));
  }

  /** A parent that is no row of this trace would be an id of its own: it is left out. */
  private Optional<String> parent(String id) {
    OptionalInt number = census.requests.of(codes.request(id));
    if (number.isEmpty()) {
      tally.add(DANGLING, 1);
      return Optional.empty();
    }
    return Optional.of("request-" + number.getAsInt());
  }

  private Tokens tokens(Tokens raw) {
    return new Tokens(
        length(TraceColumn.INPUT_TOKENS, raw.input()),
        length(TraceColumn.OUTPUT_TOKENS, raw.output()),
        length(TraceColumn.CACHED_TOKENS, raw.cached()),
        length(TraceColumn.REASONING_TOKENS, raw.reasoning()),
        length(TraceColumn.MAX_OUTPUT_TOKENS, raw.maxOutput()));
  }

  private Optional<BlockIds> blocks(Request request) {
    if (!policy.keeps(TraceColumn.PREFIX_BLOCKS)) {
      return Optional.empty();
    }
    return cut.of(request)
        .map(
            ids -> {
              int unit = census.units.indexOf(codes.unit(request));
              long[] blocks = codes.blocks(request, ids);
              long[] numbers = new long[blocks.length];
              for (int i = 0; i < blocks.length; i++) {
                numbers[i] = census.blocks.of(blocks[i], unit);
              }
              return BlockIds.of(numbers);
            });
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

  private static String name(String prefix, DenseNumbers numbers, long code) {
    return prefix + numbers.of(code).orElseThrow();
  }

  private Optional<String> common(TraceColumn column, Optional<String> value) {
    return kept(column, value)
        .map(raw -> census.values.common(column, raw) ? raw : suppressed(column));
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
    return OptionalInt.of(value.getAsInt() / bucket * bucket + bucket / 2);
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
