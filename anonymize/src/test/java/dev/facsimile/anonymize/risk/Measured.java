package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** A meter and the rows of a synthetic population, whose risk is known. */
final class Measured {
  static final int K = 11;
  private static final long SECOND = 1_000_000_000L;

  private final RiskMeter meter;
  private int rows;

  Measured(DataUnit unit) {
    meter =
        new RiskMeter(
            new RiskPlan(unit, K, 16, 5, RiskPlan.SEED, text -> text.contains("@") ? 1 : 0));
  }

  /** A row that is released as it is but for its ids. */
  Measured add(int unit, Row row) {
    return add(unit, row, row);
  }

  /** A row on both sides. */
  Measured add(int unit, Row before, Row after) {
    return add(unit, before, after, "request-" + rows);
  }

  /** A row on both sides with that id in the release. */
  Measured add(int unit, Row before, Row after, String releasedId) {
    String number = String.valueOf(rows++);
    int blocks = (int) before.blocks.map(BlockIds::size).orElse(0);
    meter.add(
        before.make("raw-" + number, "team-" + unit, "conversation-" + unit),
        after.make(releasedId, "tenant-" + unit, "session-" + unit),
        unit,
        IntStream.range(0, blocks).map(i -> (int) before.blocks.orElseThrow().get(i)).toArray());
    return this;
  }

  RiskReport report() {
    return meter.report();
  }

  /** A row being put together. */
  static final class Row {
    private long second;
    private int input = 100;
    private int output = 10;
    private Optional<String> model = Optional.empty();
    private Optional<String> tier = Optional.empty();
    private Optional<BlockIds> blocks = Optional.empty();
    private boolean named = true;

    Row at(long seconds) {
      second = seconds;
      return this;
    }

    Row tokens(int inputTokens, int outputTokens) {
      input = inputTokens;
      output = outputTokens;
      return this;
    }

    Row model(String value) {
      model = Optional.of(value);
      return this;
    }

    Row tier(String value) {
      tier = Optional.of(value);
      return this;
    }

    Row blocks(long... ids) {
      blocks = Optional.of(BlockIds.of(ids));
      return this;
    }

    /** Released without its tenant and session. */
    Row nameless() {
      named = false;
      return this;
    }

    private TraceRow make(String id, String tenant, String session) {
      return new TraceRow(
          new Request(
              id,
              second * SECOND,
              Optional.empty(),
              new Origin(
                  Optional.of(tenant).filter(t -> named),
                  tier,
                  model,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()),
              new Conversation(
                  Optional.of(session).filter(s -> named), OptionalInt.empty(), Optional.empty()),
              Tokens.of(input, output),
              blocks,
              Optional.empty(),
              Optional.empty()),
          Observed.NOTHING,
          Optional.empty());
    }
  }
}
