package dev.facsimile.replay.run;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** What the machine says while a run goes on. For one thread. */
final class HostFigures {
  /** Linux's account of processor time since it started, in ticks. */
  private static final Path STAT = Path.of("/proc/stat");

  private static final int STEAL = 7;
  private static final int KINDS = 8;

  private final Optional<UnixOperatingSystemMXBean> system =
      Optional.ofNullable(ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class));
  private Optional<long[]> before = Optional.empty();
  private Optional<long[]> now = Optional.empty();
  private long openFilesMax;

  /** The run begins. */
  void start() {
    before = ticks();
    now = before;
    look();
  }

  /** Another second has passed. */
  void look() {
    now = ticks();
    openFilesMax =
        Math.max(
            openFilesMax,
            system.map(UnixOperatingSystemMXBean::getOpenFileDescriptorCount).orElse(0L));
  }

  /** Share of the machine's processor time that its host took away since the start. */
  OptionalDouble stealShare() {
    if (before.isEmpty() || now.isEmpty()) {
      return OptionalDouble.empty();
    }
    long all = LongStream.of(now.get()).sum() - LongStream.of(before.get()).sum();
    return all <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (now.get()[STEAL] - before.get()[STEAL]) / all);
  }

  /** Most open files seen. */
  long openFilesMax() {
    return openFilesMax;
  }

  /** How many files this process may open; absent where the system does not tell. */
  OptionalLong openFilesLimit() {
    return system.isPresent()
        ? OptionalLong.of(system.get().getMaxFileDescriptorCount())
        : OptionalLong.empty();
  }

  private static Optional<long[]> ticks() {
    try {
      return Files.isReadable(STAT) ? ticks(Files.readAllLines(STAT).get(0)) : Optional.empty();
    } catch (IOException e) {
      // A figure that the system does not give is absent; the run goes on without it.
      return Optional.empty();
    }
  }

  /** The first line's: user, nice, system, idle, iowait, irq, softirq, steal. */
  static Optional<long[]> ticks(String line) {
    String[] parts = line.trim().split("\\s+");
    if (parts.length <= KINDS || !parts[0].equals("cpu")) {
      return Optional.empty();
    }
    long[] ticks = new long[KINDS];
    for (int i = 0; i < KINDS; i++) {
      ticks[i] = Long.parseLong(parts[i + 1]);
    }
    return Optional.of(ticks);
  }
}
