import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Of the blocks that prompts find in an infinite cache of prefixes, and of those that were asked for before at any place, how many
 * only another class, or only another tenant, had asked for. Holds all blocks. Arguments: TRACE ….
 */
public class AcrossClasses {
  public static void main(String[] args) throws Exception {
    System.out.printf("%-28s %8s %8s %12s %22s %22s%n", "trace", "classes", "tenants", "blocks", "prefix hits, across", "any hits, across");
    for (String arg : args) {
      tell(TraceFile.open(Path.of(arg)), Path.of(arg).getFileName().toString());
    }
  }

  private static void tell(TraceFile trace, String name) throws Exception {
    Optional<BlockScheme> scheme = trace.header().blocks();
    Map<String, Set<String>> askedBy = new HashMap<>();
    Set<String> classes = new TreeSet<>();
    Set<String> tenants = new TreeSet<>();
    long blocks = 0;
    long[] prefix = new long[2];
    long[] any = new long[2];
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        Request request = row.get().request();
        classes.add(request.requestClass().orElse(""));
        tenants.add(request.origin().tenant().orElse(""));
        String stratum = request.requestClass().orElse("") + "/" + request.origin().tenant().orElse("");
        BlockIds ids = request.prefixBlocks().orElse(BlockIds.of(new long[0]));
        String scope =
            switch (scheme.map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL)) {
              case GLOBAL -> "";
              case TENANT -> request.origin().tenant().orElse("") + "|";
              case SESSION -> request.conversation().sessionId().orElse("") + "|";
            };
        boolean leading = true;
        Set<String> asked = new HashSet<>();
        for (int i = 0; i < ids.size(); i++) {
          String block = scope + ids.get(i);
          Set<String> by = askedBy.getOrDefault(block, Set.of());
          boolean hit = !by.isEmpty();
          boolean across = hit && !by.contains(stratum);
          leading &= hit;
          any[0] += hit ? 1 : 0;
          any[1] += across ? 1 : 0;
          prefix[0] += leading ? 1 : 0;
          prefix[1] += leading && across ? 1 : 0;
          asked.add(block);
          blocks++;
        }
        asked.forEach(block -> askedBy.computeIfAbsent(block, b -> new HashSet<>()).add(stratum));
      }
    }
    System.out.printf(
        Locale.ROOT, "%-28s %8d %8d %,12d %,12d %8.3f %% %,12d %8.3f %%%n",
        name, classes.size(), tenants.size(), blocks, prefix[0], 100.0 * prefix[1] / Math.max(1, prefix[0]), any[0],
        100.0 * any[1] / Math.max(1, any[0]));
  }
}
