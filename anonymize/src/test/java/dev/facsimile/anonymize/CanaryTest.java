package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CanaryTest {
  private static final int ROWS = 1_000;

  @TempDir private Path folder;

  private static List<TraceRow> rows(int count) {
    List<TraceRow> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      rows.add(Canaries.row(row));
    }
    return rows;
  }

  /** Everything that is released: the file's bytes, each row, the header and the manifest. */
  private static String released(Release release) throws IOException {
    StringBuilder all = new StringBuilder();
    all.append(new String(Files.readAllBytes(release.trace()), StandardCharsets.ISO_8859_1));
    all.append(Files.readString(release.manifestPath()));
    all.append(Json.line(TraceFile.open(release.trace()).header()));
    RawTrace.read(release.trace()).forEach(row -> all.append(row.toString()).append('\n'));
    return all.toString();
  }

  /** All canaries begin alike: a whole one can be only where one of its beginnings is. */
  private static List<String> survivors(String released) {
    return Canaries.encodings("Kestre").stream().filter(released::contains).toList();
  }

  @Test
  void noneOfTenThousandCanariesSurvivesWithoutText() throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("raw.trace.parquet"), rows(ROWS));
    String everyColumn =
        Releasing.POLICY
            + "    tenant_tier: {class: category}\n"
            + "    adapter: {class: category}\n"
            + "    region: {class: category}\n";
    assertEquals(List.of(), survivors(released(Releasing.release(raw, everyColumn))));
  }

  @Test
  void aSurvivorWouldBeSeen() {
    assertEquals(10_000, ROWS * 10);
    for (String written : Canaries.encodings(Canaries.canary(7))) {
      assertTrue(!survivors("… " + written + " …").isEmpty(), written);
    }
  }

  @Test
  void noneSurvivesInMadeUpText() throws IOException {
    Release release =
        TextReleases.release(
            folder,
            rows(ROWS),
            TextReleases.POLICY,
            SharedData.root().resolve("samples/tokenizer/tokenizer.json"));
    assertEquals(List.of(), survivors(released(release)));
  }
}
