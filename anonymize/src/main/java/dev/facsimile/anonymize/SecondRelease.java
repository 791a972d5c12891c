package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.DenseNumbers;
import dev.facsimile.anonymize.risk.CrossRelease;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Optional;

/**
 * Numbers the ids once more, under a second key, to compare them with the release's. Holds 24 bytes
 * for each request, and the same for each request's session, tenant and user.
 */
final class SecondRelease {
  private final Codes codes;
  private final Kind requests = new Kind();
  private final Kind sessions = new Kind();
  private final Kind tenants = new Kind();
  private final Kind users = new Kind();

  /** Numbers under the key of {@code codes}. */
  SecondRelease(Codes codes) {
    this.codes = codes;
  }

  /** The ids of one kind: their codes under the second key, and their numbers under the first. */
  private static final class Kind {
    final DenseNumbers numbers = new DenseNumbers();
    final LongSeries codes = new LongSeries();
    final LongSeries firstNumbers = new LongSeries();

    void add(long code, Optional<String> released) {
      numbers.add(code);
      if (released.isPresent()) {
        codes.add(code);
        firstNumbers.add(Long.parseLong(released.get().replaceFirst(".*-", "")));
      }
    }

    /** The distinct ids, and those with the same number, each once. */
    long[] compare() {
      numbers.freeze();
      boolean[] seen = new boolean[numbers.size() + 1];
      long distinct = 0;
      long equal = 0;
      for (int i = 0; i < codes.size(); i++) {
        int number = numbers.of(codes.get(i)).orElseThrow();
        if (!seen[number]) {
          seen[number] = true;
          distinct++;
          equal += number == firstNumbers.get(i) ? 1 : 0;
        }
      }
      return new long[] {distinct, equal};
    }
  }

  void add(TraceRow raw, TraceRow released) {
    Request before = raw.request();
    Request after = released.request();
    requests.add(codes.request(before.id()), Optional.of(after.id()));
    codes.session(before).ifPresent(code -> sessions.add(code, after.conversation().sessionId()));
    if (before.origin().tenant().isPresent()) {
      tenants.add(codes.tenant(before), after.origin().tenant());
    }
    if (raw.userId().isPresent()) {
      users.add(codes.user(raw), released.userId());
    }
  }

  CrossRelease compare() {
    long ids = 0;
    long equal = 0;
    int kinds = 0;
    for (Kind kind : new Kind[] {requests, sessions, tenants, users}) {
      long[] found = kind.compare();
      ids += found[0];
      equal += found[1];
      kinds += found[0] > 0 ? 1 : 0;
    }
    return new CrossRelease(ids, equal, kinds);
  }
}
