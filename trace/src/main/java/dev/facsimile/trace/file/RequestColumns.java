package dev.facsimile.trace.file;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.util.Arrays;

/** The columns of a {@link Request}, which traces, workloads and outcomes share. */
final class RequestColumns {
  private final int id;
  private final int arrival;
  private final int requestClass;
  private final int tenant;
  private final int tenantTier;
  private final int model;
  private final int adapter;
  private final int region;
  private final int endpoint;
  private final int sessionId;
  private final int turn;
  private final int parent;
  private final int input;
  private final int output;
  private final int cached;
  private final int reasoning;
  private final int maxOutput;
  private final int streaming;
  private final int cacheEligible;
  private final int prefixBlocks;
  private final int[] originColumns;
  private final Object[] lastTexts;
  private final KnownOrigins known = new KnownOrigins();
  private Origin lastOrigin = Origin.UNKNOWN;

  /**
   * Adds the columns to {@code table}.
   *
   * @param tokenPrefix put before {@code input_tokens} and its like: {@code planned_} in outcomes
   */
  RequestColumns(Table table, String tokenPrefix) {
    id = table.requiredString("request_id");
    arrival = table.requiredLong("arrival_ns");
    requestClass = table.category("class");
    tenant = table.category("tenant");
    tenantTier = table.category("tenant_tier");
    model = table.category("model");
    adapter = table.category("adapter");
    region = table.category("region");
    endpoint = table.category("endpoint");
    sessionId = table.string("session_id");
    turn = table.integer("turn");
    parent = table.string("parent_request_id");
    input = table.integer(tokenPrefix + "input_tokens");
    output = table.integer(tokenPrefix + "output_tokens");
    cached = table.integer(tokenPrefix + "cached_tokens");
    reasoning = table.integer(tokenPrefix + "reasoning_tokens");
    maxOutput = table.integer("max_output_tokens");
    streaming = table.bool("streaming");
    cacheEligible = table.bool("cache_eligible");
    prefixBlocks = table.longList("prefix_blocks");
    originColumns = new int[] {tenant, tenantTier, model, adapter, region, endpoint};
    lastTexts = new Object[originColumns.length];
    Arrays.fill(lastTexts, Cells.ABSENT);
  }

  void write(Request request, Cells cells) {
    cells.setString(id, request.id());
    cells.setLong(arrival, request.arrivalNanos());
    cells.set(requestClass, request.requestClass());
    cells.set(tenant, request.origin().tenant());
    cells.set(tenantTier, request.origin().tenantTier());
    cells.set(model, request.origin().model());
    cells.set(adapter, request.origin().adapter());
    cells.set(region, request.origin().region());
    cells.set(endpoint, request.origin().endpoint());
    cells.set(sessionId, request.conversation().sessionId());
    cells.set(turn, request.conversation().turn());
    cells.set(parent, request.conversation().parentRequestId());
    cells.set(input, request.tokens().input());
    cells.set(output, request.tokens().output());
    cells.set(cached, request.tokens().cached());
    cells.set(reasoning, request.tokens().reasoning());
    cells.set(maxOutput, request.tokens().maxOutput());
    cells.setFlag(streaming, request.streaming());
    cells.setFlag(cacheEligible, request.cacheEligible());
    request.prefixBlocks().ifPresent(blocks -> cells.setLongs(prefixBlocks, blocks.toArray()));
  }

  Request read(Cells cells) {
    return new Request(
        cells.getString(id),
        cells.getLong(arrival),
        cells.optionalString(requestClass),
        origin(cells),
        new Conversation(
            cells.optionalString(sessionId), cells.optionalInt(turn), cells.optionalString(parent)),
        new Tokens(
            cells.optionalInt(input),
            cells.optionalInt(output),
            cells.optionalInt(cached),
            cells.optionalInt(reasoning),
            cells.optionalInt(maxOutput)),
        cells.optionalLongs(prefixBlocks).map(BlockIds::of),
        cells.optionalFlag(streaming),
        cells.optionalFlag(cacheEligible));
  }

  /** Rows often share their origin, so that one record can serve them all. */
  Origin origin(Cells cells) {
    boolean same = true;
    for (int i = 0; i < originColumns.length; i++) {
      // The very object, since a dictionary's entries are decoded once.
      Object text = cells.objectAt(originColumns[i]);
      same &= text == lastTexts[i];
      lastTexts[i] = text;
    }
    if (!same) {
      lastOrigin = known.of(lastTexts, () -> newOrigin(cells));
    }
    return lastOrigin;
  }

  private Origin newOrigin(Cells cells) {
    return new Origin(
        cells.optionalString(tenant),
        cells.optionalString(tenantTier),
        cells.optionalString(model),
        cells.optionalString(adapter),
        cells.optionalString(region),
        cells.optionalString(endpoint));
  }
}
