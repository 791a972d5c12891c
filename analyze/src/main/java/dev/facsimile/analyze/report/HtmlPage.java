package dev.facsimile.analyze.report;

import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.header.ToolVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A report as one self-contained HTML file: no script, no network (its own content security policy
 * forbids both), light and dark, for a phone, a wide screen and print. Bytes depend on the content
 * alone.
 */
public final class HtmlPage {
  private final String title;
  private final String lead;
  private final StringBuilder marks = new StringBuilder();
  private final List<Section> sections = new ArrayList<>();

  /**
   * A page without sections yet.
   *
   * @param title its heading and title
   * @param lead one sentence below: what was looked at
   */
  public HtmlPage(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  /** A mark at the top of the page that must not be overlooked. */
  public HtmlPage mark(Tone tone, String word, String sentence) {
    marks.append(Section.notice(tone, word, sentence));
    return this;
  }

  /** Adds a section below the others. */
  public Section section(String heading) {
    Section section = new Section(heading);
    sections.add(section);
    return section;
  }

  /** The page. */
  public String html() {
    StringBuilder links = new StringBuilder();
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < sections.size(); i++) {
      String id = "s" + (i + 1);
      links.append("<li><a href=\"#").append(id).append("\">");
      links.append(Markup.escape(sections.get(i).heading())).append("</a></li>");
      content.append(sections.get(i).html(id));
    }
    return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the report</a>
        <header><h1>%s</h1><p>%s</p>
        %s</header>
        <nav aria-label="Sections"><ul>%s</ul></nav>
        <main id="main">
        %s</main>
        <footer><p>Facsimile %s</p></footer>
        </body>
        </html>
        """
        .formatted(
            Markup.escape(title),
            style(),
            Markup.escape(title),
            Markup.escape(lead),
            marks,
            links,
            content,
            Markup.escape(ToolVersion.CURRENT));
  }

  /** Writes the page to a file, under a temporary name until it is whole. */
  public void write(Path file) throws IOException {
    try (AtomicFile out = AtomicFile.create(file)) {
      Files.writeString(out.path(), html());
      out.commit();
    }
  }

  private static String style() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
