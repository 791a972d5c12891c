package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks for raw values in the bytes of a released file: as they lie there (footer, statistics, page
 * headers) and inside each compressed page (values and dictionaries).
 */
final class ReleasedBytesTest {
  /** 2025-09-10T04:00:00Z plus a day, as a careless importer might have left it. */
  private static final long ABSOLUTE_MILLIS = 1_757_563_200_000L;

  private static final long RAW_BLOCK = 0x5EC2E7B10C4ADE55L;

  private static final List<String> SECRET_TEXTS =
      List.of(
          "chatcmpl-7QyqpwdfhqwajicIEznoc6Q47XAyW",
          "globex-corp",
          "initech-gmbh",
          "alice@globex.example",
          "ft:gpt-4o:globex::8xYz",
          "You are the assistant of Globex",
          "blocked by rule of mallory",
          "/tenants/globex/chat",
          "2025-09",
          "acme",
          RawTrace.LOG_SHA256);

  @TempDir private Path folder;

  private TraceFile raw() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    int n = 0;
    for (String tenant : List.of("globex-corp", "initech-gmbh", "umbrella-sa", "hooli-ltd")) {
      rows.add(
          row("chatcmpl-7QyqpwdfhqwajicIEznoc6Q47XAyW" + n, tenant)
              .at(ABSOLUTE_MILLIS + n)
              .model(n == 0 ? "ft:gpt-4o:globex::8xYz" : "gpt-4o")
              .session("alice@globex.example")
              .parent("chatcmpl-7QyqpwdfhqwajicIEznoc6Q47XAyW0")
              .finishReason(n == 0 ? "blocked by rule of mallory" : "stop")
              .endpoint(n == 0 ? "/tenants/globex/chat" : "/v1/chat/completions")
              .blocks(RAW_BLOCK, RAW_BLOCK + n)
              .content("[{\"content\":\"You are the assistant of Globex\"}]")
              .make());
      n++;
    }
    return RawTrace.write(folder.resolve("x.trace.parquet"), rows);
  }

  @Test
  void noRawIdTenantRareModelTextOrDateSurvivesInTheBytes() throws IOException {
    TraceFile raw = raw();
    Release release = Releasing.release(raw, Releasing.POLICY);
    byte[] before = allBytes(raw.path());
    byte[] after = allBytes(release.trace());
    byte[] manifest = Files.readAllBytes(release.manifestPath());
    for (String secret : SECRET_TEXTS) {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      assertTrue(holds(before, bytes), "the raw file should hold " + secret);
      assertFalse(holds(after, bytes), "the release holds " + secret);
      assertFalse(holds(manifest, bytes), "the manifest holds " + secret);
    }
  }

  @Test
  void noAbsoluteTimeOrRawBlockIdSurvivesAsANumber() throws IOException {
    TraceFile raw = raw();
    Release release = Releasing.release(raw, Releasing.POLICY);
    byte[] before = allBytes(raw.path());
    byte[] after = allBytes(release.trace());
    for (int n = 0; n < 4; n++) {
      for (long secret : new long[] {(ABSOLUTE_MILLIS + n) * 1_000_000, RAW_BLOCK + n}) {
        assertTrue(holds(before, littleEndian(secret)), "the raw file should hold " + secret);
        assertFalse(holds(after, littleEndian(secret)), "the release holds " + secret);
      }
    }
    assertEquals(
        0, RawTrace.read(release.trace()).get(0).request().arrivalNanos(), "the first arrival");
  }

  /** The file as it is, and behind it what each zstd frame in it holds. */
  private static byte[] allBytes(Path file) throws IOException {
    byte[] raw = Files.readAllBytes(file);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(raw);
    int frames = 0;
    for (int i = 0; i + 4 <= raw.length; i++) {
      if (ByteBuffer.wrap(raw, i, 4).order(ByteOrder.LITTLE_ENDIAN).getInt() == 0xFD2FB528) {
        try (ZstdInputStream page =
            new ZstdInputStream(new ByteArrayInputStream(raw, i, raw.length - i))) {
          page.setContinuous(true);
          all.write(firstFrame(page));
          frames++;
        }
      }
    }
    assertTrue(frames > 10, "pages found: " + frames);
    return all.toByteArray();
  }

  /** What comes before the bytes behind the frame, which are no zstd, end the stream. */
  private static byte[] firstFrame(ZstdInputStream page) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try {
      for (int b = page.read(); b >= 0; b = page.read()) {
        plain.write(b);
      }
    } catch (IOException behindTheFrame) {
      assertTrue(plain.size() > 0, "a page is empty: " + behindTheFrame.getMessage());
    }
    return plain.toByteArray();
  }

  private static byte[] littleEndian(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static boolean holds(byte[] haystack, byte[] needle) {
    for (int i = 0; i + needle.length <= haystack.length; i++) {
      int same = 0;
      while (same < needle.length && haystack[i + same] == needle[same]) {
        same++;
      }
      if (same == needle.length) {
        return true;
      }
    }
    return false;
  }
}
