package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TimeRules;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.parquet.FileBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants what must not be in a release into each part of its file; each must be found. */
final class VerifierTest {
  private static final String SESSION = "session-of-mallory-at-globex-7731";
  private static final String USER = "the-user-mallory-of-globex-0042";
  private static final String CANARY = "kestrel.lane.7731@globex-corp.com";

  @TempDir private Path folder;

  private TraceFile raw;
  private Path released;

  @BeforeEach
  void release() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rows.add(
          RawTrace.row("chatcmpl-7QyqpwdfhqwajicIE-" + i, "tenant-named-" + i % 4)
              .at(i)
              .model("gpt-4o")
              .session(i == 0 ? SESSION : "another-session-of-" + i)
              .user(i == 0 ? USER : "another-user-of-" + i)
              .content("{\"messages\":[{\"role\":\"user\",\"content\":\"The vault is blue.\"}]}")
              .make());
    }
    raw = RawTrace.write(folder.resolve("x.trace.parquet"), rows);
    released = Releasing.release(raw, Releasing.POLICY).trace();
  }

  /** A release that keeps the weekday holds a date that is nobody's; another date is a finding. */
  @Test
  void aStartInTheWeekOfAllReleasesIsNoFinding() throws IOException {
    Path kept =
        Releasing.release(
                RawTrace.write(
                    folder.resolve("week.trace.parquet"),
                    List.of(RawTrace.row("chatcmpl-7QyqpwdfhqwajicIE-0", "tenant-named-0").make())),
                Releasing.POLICY + "time: {start: week-shift}\n")
            .trace();
    assertTrue(TraceFile.open(kept).header().startTime().orElseThrow().startsWith("2001-01-0"));
    assertEquals(Map.of(), verify(kept).findings());
    assertTrue(TimeRules.isShifted("2001-01-07T23:00:00Z"));
    assertFalse(TimeRules.isShifted("2001-01-08T00:00:00Z"), "another week");
    assertFalse(TimeRules.isShifted("2001-01-03T05:12:00Z"), "a minute");
    assertFalse(TimeRules.isShifted("2025-09-10T04:00:00Z"), "a date");
  }

  private Verification verify(Path trace) throws IOException {
    Policy policy =
        Releasing.policy(
            folder, Releasing.POLICY + "gates: {canaries: {per_type: 5, survivors: 0}}\n");
    return new Verifier(Releasing.CLOCK)
        .verify(
            trace,
            new Verifier.Origin(
                raw,
                policy,
                Optional.empty(),
                new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga")),
            Progress.SILENT);
  }

  /** The release with its first row and its header changed. */
  private Path planted(TraceRow first, Optional<String> logFormat) throws IOException {
    Path planted = folder.resolve("planted.trace.parquet");
    List<TraceRow> rows = RawTrace.read(released);
    rows.set(0, first);
    TraceHeader was = TraceFile.open(released).header();
    List<String> formats = new ArrayList<>(was.logFormats());
    logFormat.ifPresent(formats::add);
    try (TraceWriter writer = TraceWriter.create(planted)) {
      for (TraceRow row : rows) {
        writer.write(row);
      }
      writer.finish(
          new TraceHeader(
              was.format(),
              was.formatVersion(),
              was.toolVersion(),
              was.stage(),
              was.rows(),
              was.startTime(),
              formats,
              was.inputTokenRule(),
              was.sessions(),
              was.blocks(),
              was.clock(),
              was.releaseId(),
              was.provenance(),
              was.turnLengths()));
    }
    return planted;
  }

  private static RawTrace.Row clean() {
    return RawTrace.row("request-1", "tenant-1").model("gpt-4o").session("session-1");
  }

  private void assertSurvives(String where, Path planted) throws IOException {
    Verification found = verify(planted);
    assertFalse(found.passed(), where);
    assertTrue(found.overlap().orElseThrow().survivors() > 0, where);
  }

  @Test
  void aCleanReleasePasses() throws IOException {
    Verification found = verify(planted(clean().make(), Optional.empty()));
    assertTrue(found.passed(), found::toString);
    assertEquals(0, found.canaries().orElseThrow().survivors());
  }

  @Test
  void aRawIdIsFoundInEveryColumnAndFormInWhichItWasLeft() throws IOException {
    byte[] bytes = SESSION.getBytes(StandardCharsets.UTF_8);
    Map<String, String> forms = new TreeMap<>();
    forms.put("as it is", SESSION);
    forms.put("in hex", HexFormat.of().formatHex(bytes));
    forms.put(
        "in base64 behind a byte",
        Base64.getEncoder().encodeToString(("x" + SESSION).getBytes(StandardCharsets.UTF_8)));
    for (Map.Entry<String, String> form : forms.entrySet()) {
      String left = form.getValue();
      assertSurvives(
          "id " + form.getKey(), planted(clean().session(left).make(), Optional.empty()));
      assertSurvives(
          "dictionary " + form.getKey(), planted(clean().model(left).make(), Optional.empty()));
      assertSurvives(
          "content " + form.getKey(),
          planted(clean().content("{\"x\":\"" + left + "\"}").make(), Optional.empty()));
      assertSurvives("header " + form.getKey(), planted(clean().make(), Optional.of("a" + left)));
    }
  }

  @Test
  void aRawUserIsFoundInHisOwnColumnAndInOthers() throws IOException {
    assertTrue(verify(planted(clean().user("user-1").make(), Optional.empty())).passed());
    assertSurvives("user", planted(clean().user(USER).make(), Optional.empty()));
    assertSurvives("tenant", planted(tenanted(USER), Optional.empty()));
  }

  private static TraceRow tenanted(String tenant) {
    return RawTrace.row("request-1", tenant).make();
  }

  @Test
  void aRawIdIsFoundInAPageOfNumbers() throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(SESSION.getBytes(StandardCharsets.UTF_8)).order(ByteOrder.LITTLE_ENDIAN);
    assertSurvives(
        "blocks",
        planted(
            clean()
                .blocks(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong())
                .make(),
            Optional.empty()));
  }

  @Test
  void whatDetectorsKnowIsFoundWithoutTheRawTrace() throws IOException {
    Verifier verifier = new Verifier(Releasing.CLOCK);
    assertTrue(verifier.verify(released).passed());
    for (String place : List.of("session", "model", "content", "header", "footer")) {
      Path planted =
          switch (place) {
            case "session" -> planted(clean().session(CANARY).make(), Optional.empty());
            case "model" -> planted(clean().model(CANARY).make(), Optional.empty());
            case "content" ->
                planted(clean().content("{\"x\":\"" + CANARY + "\"}").make(), Optional.empty());
            case "header" -> planted(clean().make(), Optional.of(CANARY));
            default -> inFooter();
          };
      Verification found = verifier.verify(planted);
      assertFalse(found.passed(), place);
      assertTrue(found.findings().containsKey("EMAIL_ADDRESS"), place + ": " + found.findings());
    }
  }

  /** In the name of the program that wrote the file, which only the footer holds. */
  private Path inFooter() throws IOException {
    Path planted = planted(clean().make(), Optional.empty());
    String file = new String(Files.readAllBytes(planted), StandardCharsets.ISO_8859_1);
    String writer = "(build 7c22cdba6792fa29c5bda74bf1f866a08d7572a9)";
    int at = file.indexOf("(build ");
    assertTrue(at > 0, "the footer names the program");
    String changed =
        file.substring(0, at)
            + (" " + CANARY + " ".repeat(writer.length())).substring(0, writer.length())
            + file.substring(at + writer.length());
    Files.write(planted, changed.getBytes(StandardCharsets.ISO_8859_1));
    return planted;
  }

  /** The walker by itself: where in the file each part lies. */
  @Test
  void pagesDictionariesStatisticsAndFooterAreAllShown() throws IOException {
    Path planted =
        planted(
            clean().model("model.canary.1").content("content.canary.2").make(),
            Optional.of("header.canary.3"));
    Map<String, String> strings = new TreeMap<>();
    ByteArrayOutputStream between = new ByteArrayOutputStream();
    FileBytes.visit(
        planted,
        new FileBytes.Visitor() {
          @Override
          public void numbers(String column, byte[] bytes) {}

          @Override
          public void strings(String column, List<byte[]> values) {
            values.forEach(
                value ->
                    strings.merge(
                        column, new String(value, StandardCharsets.UTF_8), (a, b) -> a + b));
          }

          @Override
          public void between(byte[] bytes) throws IOException {
            between.write(bytes);
          }
        });
    String rest = between.toString(StandardCharsets.ISO_8859_1);
    assertTrue(strings.get("model").contains("model.canary.1"), "dictionary");
    assertTrue(strings.get("content").contains("content.canary.2"), "page");
    assertTrue(rest.contains("model.canary.1"), "minimum or maximum of the dictionary's column");
    assertTrue(rest.contains("content.canary.2"), "minimum or maximum of the content");
    assertTrue(rest.contains("header.canary.3"), "header in the footer");
    assertTrue(rest.contains("(build "), "footer's other fields");
  }
}
