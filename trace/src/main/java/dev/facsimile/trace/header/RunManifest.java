package dev.facsimile.trace.header;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * {@code run.json}: everything needed to repeat a run and to refuse a wrong comparison.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the folder's layout, at most {@link #VERSION}
 * @param methodVersion version of the metric definitions that its figures follow
 * @param toolVersion version of Facsimile that ran it
 * @param state complete, or partial when it was interrupted
 * @param startedAt wall-clock time of the run's zero, ISO-8601 UTC
 * @param durationNanos from the run's zero to the last outcome
 * @param load how the load was shaped
 * @param workload what was replayed
 * @param target where to
 * @param options the options that shape the run, in a normal form
 * @param counts the accounting
 * @param client whether the client itself kept up
 * @param host where it ran
 * @param provenance the steps that made the workload
 * @param details what else was known of the run; absent in runs of earlier versions
 */
public record RunManifest(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    State state,
    String startedAt,
    long durationNanos,
    Load load,
    Workload workload,
    Target target,
    SortedMap<String, String> options,
    Counts counts,
    Client client,
    Host host,
    Provenance provenance,
    Optional<Details> details) {

  /** A manifest without details, as earlier versions wrote it. */
  public RunManifest(
      String format,
      int formatVersion,
      int methodVersion,
      String toolVersion,
      State state,
      String startedAt,
      long durationNanos,
      Load load,
      Workload workload,
      Target target,
      SortedMap<String, String> options,
      Counts counts,
      Client client,
      Host host,
      Provenance provenance) {
    this(
        format,
        formatVersion,
        methodVersion,
        toolVersion,
        state,
        startedAt,
        durationNanos,
        load,
        workload,
        target,
        options,
        counts,
        client,
        host,
        provenance,
        Optional.empty());
  }

  public static final String FORMAT = "facsimile-run";
  public static final int VERSION = 1;

  /** Version of the definitions in {@code docs/reference/metrics.md}. */
  public static final int METHOD_VERSION = 1;

  /** Whether the run reached its end. */
  public enum State {
    COMPLETE,
    PARTIAL;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The load's shape.
   *
   * @param mode {@code open} or {@code closed}
   * @param speed open loop: workload seconds per run second
   * @param clients closed loop: how many clients
   * @param maxConcurrency the user's own cap on requests in flight
   */
  public record Load(String mode, double speed, OptionalInt clients, OptionalInt maxConcurrency) {}

  /**
   * What was replayed.
   *
   * @param digest SHA-256 of the uncompressed content, header line included
   * @param seed the workload's seed
   * @param requests planned requests
   * @param blocks how prefix blocks are cut
   * @param latticeNanos lattice of the arrivals' clock
   * @param synthetic whether no trace stands behind it; absent in runs of earlier versions
   * @param declaredChanges the workload's own sentences on what-ifs
   * @param declared the same for programs
   * @param notReproduced what a synthetic workload says it does not reproduce
   */
  public record Workload(
      String digest,
      Optional<Long> seed,
      long requests,
      Optional<BlockScheme> blocks,
      OptionalLong latticeNanos,
      Optional<Boolean> synthetic,
      Optional<List<String>> declaredChanges,
      Optional<Declared> declared,
      Optional<List<String>> notReproduced) {

    /** A workload that departs from nothing. */
    public Workload(
        String digest,
        Optional<Long> seed,
        long requests,
        Optional<BlockScheme> blocks,
        OptionalLong latticeNanos) {
      this(
          digest,
          seed,
          requests,
          blocks,
          latticeNanos,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * Where the load went.
   *
   * @param url base URL
   * @param protocol endpoint protocol, such as {@code openai-chat}
   * @param model the model name sent
   * @param server the server's own {@code Server} header, as reported
   */
  public record Target(String url, String protocol, String model, Optional<String> server) {}

  /**
   * The accounting: {@code offered = neverSent + dispatched} and {@code dispatched = completed +
   * rejected + timedOut + cancelled + failed}; refused otherwise.
   *
   * @param accepted answered with 2xx headers
   */
  public record Counts(
      long offered,
      long neverSent,
      long dispatched,
      long accepted,
      long completed,
      long rejected,
      long timedOut,
      long cancelled,
      long failed) {

    public Counts {
      if (offered != neverSent + dispatched) {
        throw new IllegalArgumentException(
            "offered "
                + offered
                + " is not never sent "
                + neverSent
                + " + dispatched "
                + dispatched);
      }
      long ended = completed + rejected + timedOut + cancelled + failed;
      if (dispatched != ended) {
        throw new IllegalArgumentException(
            "dispatched " + dispatched + " is not the sum of its outcomes, " + ended);
      }
    }
  }

  /**
   * How the client itself did.
   *
   * @param verdict whether its figures can be trusted
   * @param reasons one sentence for each threshold passed
   * @param wakeP99Nanos 99th percentile of the wake lag: thread late
   * @param connectP99Nanos of the time to connect
   * @param writeP99Nanos of the time to write the request
   * @param lagP99Nanos of the whole send lag, the user's own cap included
   * @param lagMaxNanos largest send lag
   * @param gcPauseNanos garbage-collection time during the run
   * @param cpuNanos processor time of the whole process during the run
   */
  public record Client(
      Verdict verdict,
      List<String> reasons,
      long wakeP99Nanos,
      long connectP99Nanos,
      long writeP99Nanos,
      long lagP99Nanos,
      long lagMaxNanos,
      long gcPauseNanos,
      long cpuNanos) {}

  /** Whether the client was fast enough for its own figures. */
  public enum Verdict {
    VALID,
    DEGRADED,
    CLIENT_BOUND;

    /** The word in files and reports, such as {@code CLIENT-BOUND}. */
    @JsonValue
    public String word() {
      return name().replace('_', '-').toUpperCase(Locale.ROOT);
    }
  }

  /**
   * What else was known of a run.
   *
   * @param retries attempts beyond the first of each request; they are in no other count
   * @param endedBecause why it ended before its end, in a sentence; absent when it did not
   * @param probe what was learnt of the server before the run, a sentence each
   * @param context what the user says of the server: its GPU, weights, precision, scheduler, …
   * @param diagnosis more on how the client did; absent where the run was recovered from a journal
   */
  public record Details(
      long retries,
      Optional<String> endedBecause,
      List<String> probe,
      SortedMap<String, String> context,
      Optional<Diagnosis> diagnosis) {}

  /**
   * More on how the client did, beyond {@link Client}.
   *
   * @param loopDelayP99Nanos 99th percentile of how late the event loop turned to a task
   * @param loopBusyShare largest share of a second that the event loop was at work, 0 to 1
   * @param stealShare share of the run's processor time that the machine's host took away, 0 to 1;
   *     absent where the system does not tell
   * @param connections connections opened during the run
   * @param openFilesMax most files open at a time, asked once a second
   * @param bytesSent bytes written to servers
   * @param bytesReceived bytes read from servers
   * @param roundTripNanos time to open a TCP connection to the target before the run, the least of
   *     several: the network path's round trip
   * @param loopbackNanos TTFT of the client's own simulated server on loopback, which takes 1 ms:
   *     what the client adds by itself; absent without a warm-up
   */
  public record Diagnosis(
      long loopDelayP99Nanos,
      double loopBusyShare,
      OptionalDouble stealShare,
      long connections,
      long openFilesMax,
      long bytesSent,
      long bytesReceived,
      OptionalLong roundTripNanos,
      OptionalLong loopbackNanos) {}

  /**
   * Where a run ran.
   *
   * @param os operating system and version
   * @param processors processors that the JVM may use
   * @param jvm name and version of the JVM
   */
  public record Host(String os, int processors, String jvm) {}
}
