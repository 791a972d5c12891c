package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The strata of a trace, and which of them a request is of. They can be sent to where parts are
 * read.
 */
final class Strata implements Serializable {
  private static final long serialVersionUID = 1;

  /** The tenant of a stratum that is of several, or of none. */
  static final String REST = "";

  private final Map<String, String> mergedInto;
  private final TreeMap<String, TreeMap<String, Integer>> numbers;
  private final int size;
  private final TimeGrid grid;

  /**
   * Of a census.
   *
   * @param mergedInto by class that is counted in another: that one
   * @param numbers by class, "" for none, and tenant, or {@link #REST}: the stratum's place in the
   *     model
   * @param size how many there are
   * @param grid of the arrivals
   */
  Strata(
      Map<String, String> mergedInto,
      TreeMap<String, TreeMap<String, Integer>> numbers,
      int size,
      TimeGrid grid) {
    this.mergedInto = mergedInto;
    this.numbers = numbers;
    this.size = size;
    this.grid = grid;
  }

  /** How many there are. */
  int size() {
    return size;
  }

  /** Of the arrivals. */
  TimeGrid grid() {
    return grid;
  }

  /**
   * A fit for each of them, in the order of the model, in which each one's number is its place.
   *
   * @param minCount fewest requests that a combination of fields and a shared block have
   * @param counts by stratum: of all its requests
   */
  List<StratumFit> fits(int minCount, List<StratumCounts> counts) {
    List<Supplier<StratumFit>> fits = new ArrayList<>();
    numbers.forEach(
        (requestClass, ofClass) ->
            ofClass.forEach(
                (tenant, number) ->
                    fits.add(
                        () ->
                            new StratumFit(
                                Optional.of(requestClass).filter(name -> !name.isEmpty()),
                                Optional.of(tenant).filter(name -> !name.equals(REST)),
                                number,
                                minCount,
                                counts.get(number)))));
    return fits.parallelStream().map(Supplier::get).toList();
  }

  /** The number of a request's stratum; "" is no class and no tenant. */
  int of(String requestClass, String tenant) {
    Map<String, Integer> ofClass = numbers.get(mergedInto.getOrDefault(requestClass, requestClass));
    Integer own = ofClass.get(tenant);
    return own == null ? ofClass.get(REST) : own;
  }

  /** Finds the strata of rows, one after another, on one thread. */
  Finder finder() {
    return new Finder();
  }

  /** Remembers what it found: rows are many, classes and tenants few. */
  final class Finder {
    private final Map<String, Map<String, Integer>> found = new HashMap<>();
    private String lastClass = "";
    private String lastTenant = "";
    private int last = -1;

    /** The number of a row's stratum. */
    int of(TraceBatch batch, int row) {
      String requestClass = batch.text(TraceColumn.CLASS, row);
      String tenant = batch.text(TraceColumn.TENANT, row);
      // Neighbours often share the very object.
      if (last < 0 || requestClass != lastClass || tenant != lastTenant) {
        lastClass = requestClass;
        lastTenant = tenant;
        last = find(requestClass, tenant);
      }
      return last;
    }

    private int find(String requestClass, String tenant) {
      Map<String, Integer> ofClass = found.get(requestClass);
      Integer known = ofClass == null ? null : ofClass.get(tenant);
      return known != null
          ? known
          : found
              .computeIfAbsent(requestClass, c -> new HashMap<>())
              .computeIfAbsent(tenant, t -> Strata.this.of(requestClass, t));
    }
  }
}
