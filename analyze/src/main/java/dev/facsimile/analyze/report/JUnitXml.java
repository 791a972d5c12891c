package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Verdicts as JUnit's XML, which build servers show as tests. Bytes depend on the content alone.
 */
public final class JUnitXml {
  private final String suite;
  private final List<Case> cases = new ArrayList<>();

  /** How one case ended. */
  public enum Result {
    PASSED,
    FAILED,
    /** It could not be judged; build servers show it as skipped. */
    SKIPPED
  }

  private record Case(String name, Result result, String message) {}

  /**
   * A suite without cases yet.
   *
   * @param suite its name
   */
  public JUnitXml(String suite) {
    this.suite = suite;
  }

  /** Adds a case; {@code message} says what was found. */
  public JUnitXml add(String name, Result result, String message) {
    cases.add(new Case(name, result, message));
    return this;
  }

  /** The document. */
  public String text() {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<testsuite name=\"")
        .append(xml(suite))
        .append("\" tests=\"")
        .append(cases.size())
        .append("\" failures=\"")
        .append(count(Result.FAILED))
        .append("\" errors=\"0\" skipped=\"")
        .append(count(Result.SKIPPED))
        .append("\">\n");
    for (Case one : cases) {
      out.append("  <testcase classname=\"")
          .append(xml(suite))
          .append("\" name=\"")
          .append(xml(one.name()))
          .append("\">");
      switch (one.result()) {
        case PASSED ->
            out.append("<system-out>").append(xml(one.message())).append("</system-out>");
        case FAILED -> out.append("<failure message=\"").append(xml(one.message())).append("\"/>");
        case SKIPPED -> out.append("<skipped message=\"").append(xml(one.message())).append("\"/>");
      }
      out.append("</testcase>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static String xml(String text) {
    return Markup.escape(NumberText.plain(text));
  }

  private long count(Result result) {
    return cases.stream().filter(one -> one.result() == result).count();
  }
}
