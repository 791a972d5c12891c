package dev.facsimile.synth.fit;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The strata of a trace, and which of them a request is of. */
final class Strata {
  private final Census census;
  private final SortedMap<String, SortedMap<String, StratumFit>> byClass;
  private final List<StratumFit> all;

  Strata(Census census) {
    this.census = census;
    this.byClass = census.strata();
    this.all = byClass.values().stream().map(Map::values).flatMap(Collection::stream).toList();
  }

  /** In the order of the model, in which each one's number is its place. */
  List<StratumFit> all() {
    return all;
  }

  StratumFit of(Request request) {
    return of(request.requestClass().orElse(""), request.origin().tenant().orElse(""));
  }

  private StratumFit of(String requestClass, String tenant) {
    SortedMap<String, StratumFit> ofClass = byClass.get(census.classOf(requestClass));
    StratumFit own = ofClass.get(tenant);
    return own == null ? ofClass.get("") : own;
  }

  /** Finds the strata of rows, one after another, on one thread. */
  Finder finder() {
    return new Finder();
  }

  /** Remembers what it found: rows are many, classes and tenants few. */
  final class Finder {
    private final Map<String, Map<String, StratumFit>> found = new HashMap<>();
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
        last =
            found
                .computeIfAbsent(requestClass, c -> new HashMap<>())
                .computeIfAbsent(tenant, t -> Strata.this.of(requestClass, t))
                .number();
      }
      return last;
    }
  }
}
