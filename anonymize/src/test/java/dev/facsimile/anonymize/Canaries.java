package dev.facsimile.anonymize;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Plants values that must not survive into every column of text, and looks for them. */
final class Canaries {
  private Canaries() {}

  /** A value that nothing else holds. */
  static String canary(int number) {
    return String.format(Locale.ROOT, "Kestrel%05dZq", number);
  }

  /** A row with ten canaries, numbered from {@code 10 * row} on. */
  static TraceRow row(int row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      values.add(canary(10 * row + i));
    }
    String content =
        "{\"messages\":[{\"role\":\"user\",\"content\":"
            + Json.line("I am " + values.get(9) + " of " + values.get(0))
            + "}]}";
    return new TraceRow(
        new Request(
            values.get(0),
            row * 1_000_000L,
            Optional.of(values.get(1)),
            new Origin(
                Optional.of(values.get(2)),
                Optional.of(values.get(3)),
                Optional.of(values.get(4)),
                Optional.of(values.get(5)),
                Optional.of(values.get(6)),
                Optional.of(values.get(7))),
            new Conversation(Optional.of(values.get(8)), OptionalInt.of(0), Optional.empty()),
            Tokens.of(100 + row % 50, 10),
            Optional.empty(),
            Optional.of(true),
            Optional.empty()),
        new Observed(
            Optional.empty(),
            OptionalInt.empty(),
            Optional.of(values.get(9)),
            java.util.OptionalLong.empty(),
            java.util.OptionalLong.empty(),
            java.util.OptionalLong.empty()),
        Optional.of(content));
  }

  /** Ways to write a canary, each of which would give it away. */
  static List<String> encodings(String canary) {
    byte[] bytes = canary.getBytes(StandardCharsets.UTF_8);
    StringBuilder escaped = new StringBuilder();
    StringBuilder percent = new StringBuilder();
    for (byte b : bytes) {
      escaped.append(String.format(Locale.ROOT, "\\u%04x", b));
      percent.append(String.format(Locale.ROOT, "%%%02X", b));
    }
    return List.of(
        canary,
        canary.toLowerCase(Locale.ROOT),
        Base64.getEncoder().withoutPadding().encodeToString(bytes),
        HexFormat.of().formatHex(bytes),
        escaped.toString(),
        percent.toString());
  }
}
