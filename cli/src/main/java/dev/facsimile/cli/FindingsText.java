package dev.facsimile.cli;

import dev.facsimile.anonymize.plan.ContentProfile;
import dev.facsimile.anonymize.plan.ContentProfile.Found;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Prints what the texts of a trace are and what detectors find in them. */
final class FindingsText {
  /** Types and places that fit a page; the rest is counted. */
  private static final int MOST = 15;

  private FindingsText() {}

  /** Nothing but a word where there is no text. */
  static void print(PrintWriter out, ContentProfile content) {
    if (content.requests() == 0) {
      out.println("text        none");
      return;
    }
    RiskText.entry(
        out,
        "text",
        12,
        String.format(
            Locale.ROOT,
            "%,d requests: %,d messages (%s), %,d characters, %,d tool calls, %,d tools offered",
            content.requests(),
            content.messages(),
            counted(content.roles()),
            content.characters(),
            content.toolCalls(),
            content.toolsOffered()));
    line(out, "scripts     %s of the letters", shares(content.scripts()));
    if (!content.parts().isEmpty()) {
      line(out, "no text     %s", counted(content.parts()));
    }
    if (content.unreadable() > 0) {
      line(out, "unreadable  %,d contents are no JSON; scanned as one text", content.unreadable());
    }
    findings(out, content.findings());
  }

  private static void findings(PrintWriter out, List<Found> findings) {
    if (findings.isEmpty()) {
      out.println("findings    none by any detector");
      return;
    }
    line(
        out,
        "findings    %-28s %-36s %8s %10s %8s",
        "type",
        "where",
        "proven",
        "contextual",
        "guess");
    findings.stream()
        .limit(MOST)
        .forEach(
            found ->
                line(
                    out,
                    "            %-28s %-36s %,8d %,10d %,8d",
                    found.type(),
                    found.path(),
                    found.proven(),
                    found.contextual(),
                    found.guessed()));
    if (findings.size() > MOST) {
      line(out, "            and %,d more types and places", findings.size() - MOST);
    }
  }

  private static String counted(SortedMap<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(e -> String.format(Locale.ROOT, "%s %,d", e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String shares(SortedMap<String, Double> shares) {
    return shares.entrySet().stream()
        .sorted(Comparator.comparing((Map.Entry<String, Double> e) -> e.getValue()).reversed())
        .limit(MOST)
        .map(e -> e.getKey() + " " + RiskText.share(e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static void line(PrintWriter out, String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
