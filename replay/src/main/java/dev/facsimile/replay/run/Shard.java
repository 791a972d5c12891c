package dev.facsimile.replay.run;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A part of a workload, for one of several generators: whole sessions, by a hash of their ids.
 *
 * @param index which part, from 1
 * @param count of how many
 */
public record Shard(int index, int count) {
  private static final SeededStreams HASH = new SeededStreams(0);

  public Shard {
    if (count < 1 || index < 1 || index > count) {
      throw new IllegalArgumentException(
          "shard is " + index + "/" + count + ", expected 1/N to N/N");
    }
  }

  /** Where schedulers tell a process which of several it is, counted from 0. */
  private static final List<String> INDEX_VARIABLES =
      List.of("JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "SLURM_PROCID");

  /**
   * Reads one.
   *
   * @param text {@code I/N}, I counted from 1; {@code auto/N}, by the scheduler's index (of a
   *     Kubernetes Indexed Job, an AWS Batch array, a Slurm step); or {@code NAME/N}, by the
   *     environment variable of that name, which counts from 0
   * @param environment the value of a variable; null where it is not set
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Shard of(String text, UnaryOperator<String> environment) {
    String[] parts = text.split("/", 2);
    if (parts.length != 2 || !parts[1].matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("expected I/N such as 1/4, or auto/4");
    }
    int count = Integer.parseInt(parts[1]);
    if (parts[0].matches("\\d{1,9}")) {
      return new Shard(Integer.parseInt(parts[0]), count);
    }
    List<String> names = parts[0].equals("auto") ? INDEX_VARIABLES : List.of(parts[0]);
    for (String name : names) {
      String index = environment.apply(name);
      if (index != null) {
        if (!index.matches("\\d{1,8}") || Integer.parseInt(index) >= count) {
          throw new IllegalArgumentException(
              name + " is '" + index + "', expected 0 to " + (count - 1));
        }
        return new Shard(Integer.parseInt(index) + 1, count);
      }
    }
    throw new IllegalArgumentException(
        "the environment has no " + String.join(", no ", names) + " that tells which one this is");
  }

  /** Whether a request belongs to it. */
  public boolean has(Request request) {
    String key = request.conversation().sessionId().orElse(request.id());
    return Long.remainderUnsigned(HASH.value(key, 0), count) == index - 1;
  }

  /** Its share of so many clients: the parts add up. */
  int share(int clients) {
    return clients / count + (index <= clients % count ? 1 : 0);
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
