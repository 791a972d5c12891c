package dev.facsimile.replay.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.replay.simulator.SlotQueue.Arrival;
import dev.facsimile.replay.simulator.SlotQueue.Job;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SlotQueueTest {
  private static final long MILLI = 1_000_000;

  private static ServerModel model(int slots, OptionalInt queueLimit, double speed) {
    return new ServerModel(
        slots, queueLimit, Duration.ofMillis(20), 1000, Duration.ofMillis(10), speed);
  }

  @Test
  void aFirstTokenTakesTheBaseAndThePromptAndEachFurtherOneTheItl() {
    ServerModel model = model(1, OptionalInt.empty(), 1);
    assertEquals(120 * MILLI, model.tokenNanos(100, 0));
    assertEquals(130 * MILLI, model.tokenNanos(100, 1));
    assertEquals(60 * MILLI, model(1, OptionalInt.empty(), 2).tokenNanos(100, 0));
  }

  @Test
  void jobsWaitForASlotInOrderOfArrival() {
    ServerModel model = model(2, OptionalInt.empty(), 1);
    SlotQueue queue = new SlotQueue(model);
    Job a = new Job(model, 10, 2);
    Job b = new Job(model, 10, 5);
    Job c = new Job(model, 10, 2);
    Job d = new Job(model, 10, 2);
    assertEquals(Arrival.STARTED, queue.arrive(a, 0));
    assertEquals(Arrival.STARTED, queue.arrive(b, 0));
    assertEquals(Arrival.WAITING, queue.arrive(c, MILLI));
    assertEquals(Arrival.WAITING, queue.arrive(d, 2 * MILLI));
    assertEquals(40 * MILLI, a.endNanos());
    assertEquals(Optional.of(c), queue.leave(a, a.endNanos()));
    assertEquals(70 * MILLI, c.tokenNanos(0));
    assertEquals(Optional.of(d), queue.leave(b, b.endNanos()));
    assertEquals(100 * MILLI, d.tokenNanos(0));
    assertEquals(0, queue.waiting());
  }

  @Test
  void aJobThatComesBeforeAnEndIsToldOfStartsWhenItCame() {
    ServerModel model = model(1, OptionalInt.empty(), 1);
    SlotQueue queue = new SlotQueue(model);
    Job first = new Job(model, 10, 1);
    Job next = new Job(model, 10, 1);
    queue.arrive(first, 0);
    long came = first.endNanos() + 2;
    queue.arrive(next, came);
    queue.leave(first, first.endNanos());
    assertEquals(came, next.arrivedNanos());
    assertEquals(came, next.slotNanos());
  }

  @Test
  void aFullQueueTurnsAway() {
    ServerModel model = model(1, OptionalInt.of(1), 1);
    SlotQueue queue = new SlotQueue(model);
    assertEquals(Arrival.STARTED, queue.arrive(new Job(model, 1, 1), 0));
    assertEquals(Arrival.WAITING, queue.arrive(new Job(model, 1, 1), 0));
    assertEquals(Arrival.TURNED_AWAY, queue.arrive(new Job(model, 1, 1), 0));
  }

  @Test
  void aClientThatLeavesFreesItsPlace() {
    ServerModel model = model(1, OptionalInt.of(1), 1);
    SlotQueue queue = new SlotQueue(model);
    Job running = new Job(model, 1, 9);
    Job waiting = new Job(model, 1, 9);
    Job next = new Job(model, 1, 9);
    queue.arrive(running, 0);
    queue.arrive(waiting, 0);
    assertEquals(Optional.empty(), queue.leave(waiting, 5));
    assertEquals(Arrival.WAITING, queue.arrive(next, 6));
    assertEquals(Optional.of(next), queue.leave(running, 7));
    assertEquals(1, queue.running());
  }

  @Test
  void aServerWithoutSlotsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> model(0, OptionalInt.empty(), 1));
  }
}
