package dev.facsimile.analyze.report;

import java.util.List;
import java.util.function.Consumer;

/** A part of a page under one heading. Everything given to it is escaped. */
public final class Section {
  private final String heading;
  private final StringBuilder content = new StringBuilder();

  Section(String heading) {
    this.heading = heading;
  }

  /**
   * A figure with its name.
   *
   * @param name what it is
   * @param value as text with its unit
   * @param note a few words below, may be empty
   */
  public record Fact(String name, String value, String note) {}

  String heading() {
    return heading;
  }

  /** A paragraph. */
  public Section paragraph(String text) {
    return tagged("p", "", text);
  }

  /** A paragraph in small print: conventions, sources, limits. */
  public Section note(String text) {
    return tagged("p", "note", text);
  }

  /** A sentence that must not be overlooked. */
  public Section notice(Tone tone, String text) {
    content.append(notice(tone, "", text));
    return this;
  }

  static String notice(Tone tone, String strong, String text) {
    return "<p class=\"notice "
        + tone.style()
        + "\">"
        + (tone.sign().isEmpty() ? "" : "<span class=\"sign\">" + tone.sign() + "</span> ")
        + (strong.isEmpty() ? "" : "<strong>" + Markup.escape(strong) + "</strong> ")
        + Markup.escape(text)
        + "</p>\n";
  }

  /** Sentences one below the other. */
  public Section list(List<String> sentences) {
    content.append("<ul>");
    sentences.forEach(s -> content.append("<li>").append(Markup.escape(s)).append("</li>"));
    content.append("</ul>\n");
    return this;
  }

  /** The few figures that matter most, side by side. */
  public Section facts(List<Fact> facts) {
    content.append("<dl class=\"facts\">");
    for (Fact fact : facts) {
      content
          .append("<div><dt>")
          .append(Markup.escape(fact.name()))
          .append("</dt><dd><b>")
          .append(Markup.escape(fact.value()))
          .append("</b>");
      if (!fact.note().isEmpty()) {
        content.append("<small>").append(Markup.escape(fact.note())).append("</small>");
      }
      content.append("</dd></div>");
    }
    content.append("</dl>\n");
    return this;
  }

  /** A table. */
  public Section table(DataTable table) {
    content.append(table.html());
    return this;
  }

  /** Charts, side by side where there is room. */
  public Section charts(Chart... charts) {
    content.append("<div class=\"charts\">");
    for (Chart chart : charts) {
      content
          .append("<figure>")
          .append("<figcaption><strong>")
          .append(Markup.escape(chart.title()))
          .append("</strong> ")
          .append(Markup.escape(chart.description()))
          .append("</figcaption>")
          .append(chart.svg())
          .append("</figure>\n");
    }
    content.append("</div>\n");
    return this;
  }

  /** What only some want to see, folded away. */
  public Section details(String summary, Consumer<Section> inside) {
    Section folded = new Section(summary);
    inside.accept(folded);
    content
        .append("<details><summary>")
        .append(Markup.escape(summary))
        .append("</summary>")
        .append(folded.content)
        .append("</details>\n");
    return this;
  }

  /** Text as it stands, in a container that scrolls. */
  public Section code(String text) {
    content
        .append(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Document\"><pre>")
        .append(Markup.escape(text))
        .append("</pre></div>\n");
    return this;
  }

  private Section tagged(String tag, String style, String text) {
    content
        .append('<')
        .append(tag)
        .append(style.isEmpty() ? "" : " class=\"" + style + "\"")
        .append('>')
        .append(Markup.escape(text))
        .append("</")
        .append(tag)
        .append(">\n");
    return this;
  }

  String html(String id) {
    return "<section aria-labelledby=\""
        + id
        + "\"><h2 id=\""
        + id
        + "\">"
        + Markup.escape(heading)
        + "</h2>\n"
        + content
        + "</section>\n";
  }
}
