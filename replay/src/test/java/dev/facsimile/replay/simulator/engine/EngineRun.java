package dev.facsimile.replay.simulator.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Drives one engine through timed arrivals and remembers when each sequence had its tokens. */
final class EngineRun implements EngineListener {
  final Map<Long, Long> firstNanos = new HashMap<>();
  final Map<Long, Long> lastNanos = new HashMap<>();
  final Map<Long, Integer> tokens = new HashMap<>();
  int refused;
  long nowNanos;

  /** A sequence and when it comes. */
  record Arrival(long nanos, Sequence sequence) {}

  @Override
  public void tokens(Sequence sequence, int count, boolean last, long atNanos) {
    firstNanos.putIfAbsent(sequence.number(), atNanos);
    tokens.merge(sequence.number(), count, Integer::sum);
    if (last) {
      lastNanos.put(sequence.number(), atNanos);
    }
  }

  @Override
  public void lost(Sequence sequence, long atNanos) {
    throw new AssertionError("nothing was to be lost");
  }

  /** Runs until everything has ended; {@code check} sees the engine after each event. */
  void run(Engine engine, List<Arrival> arrivals, Consumer<Engine> check) {
    int next = 0;
    while (next < arrivals.size() || engine.nextNanos().isPresent()) {
      boolean step =
          engine.nextNanos().isPresent()
              && (next == arrivals.size()
                  || engine.nextNanos().getAsLong() <= arrivals.get(next).nanos());
      if (step) {
        nowNanos = engine.nextNanos().getAsLong();
        engine.advance();
      } else {
        nowNanos = arrivals.get(next).nanos();
        refused += engine.submit(arrivals.get(next).sequence(), nowNanos) ? 0 : 1;
        next++;
      }
      engine.pump(nowNanos);
      check.accept(engine);
    }
  }
}
