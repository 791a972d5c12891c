package dev.facsimile.ingest.classify;

import dev.facsimile.trace.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Adds up what each class makes of a trace. Holds three numbers for each class. */
public final class ClassTally {
  /** How requests without a class are named. */
  public static final String UNCLASSIFIED = "unclassified";

  private static final class Sum {
    private long requests;
    private long inputTokens;
    private long outputTokens;
  }

  private final Map<String, Sum> classes = new HashMap<>();

  /** Adds a request. */
  public void add(Request request) {
    String name = request.requestClass().orElse(UNCLASSIFIED);
    Sum sum = classes.computeIfAbsent(name, n -> new Sum());
    sum.requests++;
    sum.inputTokens += request.tokens().input().orElse(0);
    sum.outputTokens += request.tokens().output().orElse(0);
  }

  /** What each class makes, by its name. */
  public SortedMap<String, ClassShare> shares() {
    SortedMap<String, ClassShare> shares = new TreeMap<>();
    classes.forEach(
        (name, sum) ->
            shares.put(name, new ClassShare(sum.requests, sum.inputTokens, sum.outputTokens)));
    return shares;
  }
}
