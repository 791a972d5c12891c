package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * What a {@link DetailPlan} takes of one stretch of a long side. Holds the requests of a share of
 * the sessions, counts per tick, and what lies in stretches of time.
 */
final class StretchDetail implements Serializable {
  private static final long serialVersionUID = 1;

  final LongSeries arrivals = new LongSeries();
  final IntSeries inputs = new IntSeries();
  final IntSeries outputs = new IntSeries();
  final IntSeries classes = new IntSeries();
  final IntSeries tenants = new IntSeries();
  final LongSeries keys = new LongSeries();
  final LongSeries gaps = new LongSeries();
  final IntSeries inputsBefore = new IntSeries();
  final IntSeries outputsBefore = new IntSeries();
  final IntSeries around = new IntSeries();
  final Names classNames = new Names();
  final Names tenantNames = new Names();
  final TickCounts ticks;
  final TreeMap<String, TickCounts> classTicks = new TreeMap<>();
  final LongSeries placed = new LongSeries();
  final LongSeries queuedArrivals = new LongSeries();
  final IntSeries queuedInputs = new IntSeries();
  final IntSeries queuedOutputs = new IntSeries();
  final ArrayList<Shingles.Seen> seen = new ArrayList<>();
  final BitSet pairsFound = new BitSet();
  final TreeMap<Long, Long> tooLarge = new TreeMap<>();
  long rows;

  private StretchDetail(DetailPlan plan) {
    this.ticks = new TickCounts(plan.tickNanos());
    plan.classes().forEach(name -> classTicks.put(name, new TickCounts(plan.tickNanos())));
  }

  /**
   * Takes rows. Those before the stretch are looked at too, as far as a request's neighbours tell
   * something of it.
   */
  static final class Reader implements RowTaker {
    private final DetailPlan plan;
    private final RowChoice choice;
    private final int firstPart;
    private final TimePlaces.Walk places;
    private final TimePlaces.Walk queued;
    private final List<Shingles> shingles = new ArrayList<>();
    private final BlockTable pairs = new BlockTable();
    private final RecentArrivals recent;
    private final StretchDetail detail;
    private long row;
    private boolean own;
    private boolean any;
    private long lastArrival;
    private int lastInput;
    private int lastOutput;
    private TickCounts ticksOfClass;
    private String lastClass = "";

    /**
     * Of one stretch.
     *
     * @param firstPart where the stretch begins; earlier parts come before it
     * @param firstRow the number of the first row that comes
     */
    Reader(DetailPlan plan, BlockScheme.Scope scope, int firstPart, long firstRow) {
      this.plan = plan;
      this.choice = plan.choice(scope);
      this.firstPart = firstPart;
      this.row = firstRow;
      this.places = plan.places().new Walk();
      this.recent = new RecentArrivals(plan.windowNanos());
      this.queued = plan.queued().new Walk();
      this.detail = new StretchDetail(plan);
      this.ticksOfClass = detail.ticks;
      for (DetailPlan.LookedFor each : plan.lookedFor()) {
        Shingles wanted = new Shingles(each.pairs());
        shingles.add(wanted);
        detail.seen.add(wanted.nothingSeen());
      }
      for (long pair : plan.pairs()) {
        pairs.number(pair);
      }
    }

    StretchDetail detail() {
      return detail;
    }

    @Override
    public void part(int number) {
      own = number >= firstPart;
    }

    @Override
    public void row(
        long arrivalNanos,
        String requestClass,
        String tenant,
        String session,
        int input,
        int output,
        long[] rowBlocks) {
      long number = row++;
      long known = session.isEmpty() ? 0 : TrafficBuilder.hash(session);
      long[] blocks =
          plan.byBlocks() ? choice.blocks(number, tenant, session, rowBlocks) : rowBlocks;
      long key = choice.key(number, known, blocks);
      if (!choice.keeps(requestClass, key)) {
        return;
      }
      long arrival = choice.arrival(arrivalNanos);
      int around = recent.before(arrival);
      long pair = LengthPairs.of(input, output);
      look(number, pair);
      if (own) {
        detail.rows++;
        count(arrival, requestClass);
        place(arrival, input, output);
        if (choice.sampled(key)) {
          hold(arrival, requestClass, tenant, key, input, output);
          detail.around.add(around);
        } else if (choice.tooLarge(key)) {
          detail.tooLarge.merge(key, 1L, Long::sum);
        }
        int found = pairs.size() == 0 ? -1 : pairs.indexOf(pair);
        if (found >= 0) {
          detail.pairsFound.set(found);
        }
      }
      recent.add(arrival);
      any = true;
      lastArrival = arrival;
      lastInput = input;
      lastOutput = output;
    }

    private void look(long number, long pair) {
      for (int i = 0; i < shingles.size(); i++) {
        if (number < plan.lookedFor().get(i).rows()) {
          shingles.get(i).see(pair, own, detail.seen.get(i));
        }
      }
    }

    private void count(long arrival, String requestClass) {
      detail.ticks.add(arrival);
      if (!plan.classes().isEmpty()) {
        if (!requestClass.equals(lastClass)) {
          lastClass = requestClass;
          ticksOfClass = detail.classTicks.getOrDefault(requestClass, detail.ticks);
        }
        if (ticksOfClass != detail.ticks) {
          ticksOfClass.add(arrival);
        }
      }
    }

    private void place(long arrival, int input, int output) {
      if (places.of(arrival) >= 0) {
        detail.placed.add(arrival);
      }
      int stretch = queued.of(arrival);
      if (stretch >= 0) {
        detail.queuedArrivals.add(QueuedRows.moved(arrival, plan.queued(), stretch));
        detail.queuedInputs.add(input);
        detail.queuedOutputs.add(output);
      }
    }

    private void hold(
        long arrival, String requestClass, String tenant, long key, int input, int output) {
      detail.arrivals.add(arrival);
      detail.inputs.add(input);
      detail.outputs.add(output);
      detail.classes.add(detail.classNames.number(requestClass));
      detail.tenants.add(detail.tenantNames.number(tenant));
      detail.keys.add(key);
      detail.gaps.add(any ? arrival - lastArrival : 0);
      detail.inputsBefore.add(any ? lastInput : input);
      detail.outputsBefore.add(any ? lastOutput : output);
    }
  }
}
