package dev.facsimile.cli;

import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a verification looked at and found, for people. */
final class VerificationText {
  private VerificationText() {}

  static String of(Verification found) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "verified    %,d bytes of pages, dictionaries, statistics, metadata; %,d distinct strings"
            + " scanned, %s",
        found.bytesRead(),
        found.values(),
        found.findings().isEmpty()
            ? "nothing found"
            : found.findings().entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", ", "FOUND ", "")));
    found
        .overlap()
        .ifPresent(
            overlap ->
                line(
                    text,
                    "raw strings %,d of %,d survive%s; %,d too short to tell; %d encodings",
                    overlap.survivors(),
                    overlap.strings(),
                    overlap.leastBytes() > 0
                        ? ", of text any run of " + overlap.leastBytes() + " bytes"
                        : " (ids alone: the profile keeps text)",
                    overlap.tooShort(),
                    overlap.encodings().size()));
    found
        .canaries()
        .ifPresent(
            canaries ->
                line(
                    text,
                    "canaries    %,d of %,d survive (%d of each of %d types; at 95 %% fewer than"
                        + " %.3f %% would)",
                    canaries.survivors(),
                    canaries.planted(),
                    canaries.perType(),
                    canaries.types().size(),
                    100 * canaries.upperBound()));
    if (!found.passed()) {
      line(text, "NOT PASSED  the trace stays a DRAFT that later stages refuse");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
