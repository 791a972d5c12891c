package dev.facsimile.anonymize.plan;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A few rows of each stratum, before and after, as shapes: type, length and token count. Strata are
 * the prompt's length class and whether the request completed, so that rare kinds are looked at
 * too. Holds the shapes of the rows drawn.
 */
public final class DiffSample {
  /** Rows drawn of each stratum. */
  public static final int OF_EACH = 2;

  private final UniformRandomProvider random;
  private final Map<String, Stratum> strata = new TreeMap<>();

  /** Nothing drawn yet. */
  public DiffSample(SeededStreams streams) {
    random = streams.stream("diff");
  }

  /**
   * A row that was drawn.
   *
   * @param stratum which kind of row
   * @param ofStratum rows of that kind
   * @param fields its fields that hold anything on either side
   */
  public record Sampled(String stratum, long ofStratum, List<Field> fields) {
    public Sampled {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A field of a row.
   *
   * @param column its name
   * @param before its shape in the raw row
   * @param after its shape in the released one
   * @param became what happened to it
   */
  public record Field(String column, String before, String after, Became became) {}

  /** What happened to a field. */
  public enum Became {
    KEPT,
    CHANGED,
    DROPPED
  }

  private static final class Stratum {
    long rows;
    final List<List<Field>> drawn = new ArrayList<>();
  }

  /** Adds a row. */
  public void add(TraceRow before, TraceRow after) {
    Stratum stratum = strata.computeIfAbsent(name(before), s -> new Stratum());
    stratum.rows++;
    if (stratum.drawn.size() < OF_EACH) {
      stratum.drawn.add(Shapes.compare(before, after));
    } else {
      // Vitter's algorithm R: every row of the stratum has the same chance to stay.
      long place = random.nextLong(stratum.rows);
      if (place < OF_EACH) {
        stratum.drawn.set((int) place, Shapes.compare(before, after));
      }
    }
  }

  private static String name(TraceRow row) {
    Request request = row.request();
    String length =
        request.tokens().input().isEmpty()
            ? "no input length"
            : lengthClass(request.tokens().input().getAsInt());
    Optional<String> status = row.observed().status().map(s -> ", " + s.word());
    return length + status.orElse("") + (row.content().isPresent() ? ", with text" : "");
  }

  private static String lengthClass(int input) {
    return input < 1_000
        ? "input below 1,000 tokens"
        : input < 10_000 ? "input of 1,000 to 9,999 tokens" : "input of 10,000 tokens or more";
  }

  /** The rows drawn, stratum by stratum. */
  public List<Sampled> drawn() {
    List<Sampled> drawn = new ArrayList<>();
    strata.forEach(
        (name, stratum) ->
            stratum.drawn.forEach(fields -> drawn.add(new Sampled(name, stratum.rows, fields))));
    return drawn;
  }
}
