package dev.facsimile.replay.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What this process has used so far, by the JVM's own account. */
final class ProcessFigures {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream().filter(c -> pauses(c)).toList();

  /** Processor time of the whole process, nanoseconds; 0 where the platform does not tell. */
  long cpuNanos() {
    return Math.max(0, system.getProcessCpuTime());
  }

  /** Time in collections that stop the program, nanoseconds, to the millisecond. */
  long gcPauseNanos() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Some collectors count their concurrent work, which stops nobody, in a bean of its own. */
  private static boolean pauses(GarbageCollectorMXBean collector) {
    return !collector.getName().contains("Cycles") && !collector.getName().contains("Concurrent");
  }
}
