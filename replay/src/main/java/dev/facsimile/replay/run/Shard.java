package dev.facsimile.replay.run;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;

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
