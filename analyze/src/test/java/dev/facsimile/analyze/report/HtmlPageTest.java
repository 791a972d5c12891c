package dev.facsimile.analyze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlPageTest {
  @Test
  void everyTextIsEscapedWhereverItIsPut() {
    assertFalse(SamplePage.page().html().contains("<script"));
  }

  @Test
  void thePageNeedsNothingFromTheNetwork() {
    String html = SamplePage.page().html();
    assertFalse(Pattern.compile("(src|href)=\"(?!#)").matcher(html).find());
    assertFalse(html.contains("@import") || html.contains("url("));
    assertTrue(html.contains("default-src 'none'"));
  }

  @Test
  void sameContentGivesTheSameBytes() {
    assertEquals(SamplePage.page().html(), SamplePage.page().html());
  }

  @Test
  void everyChartIsReadOutAndEveryTableHasHeads() {
    String html = SamplePage.page().html();
    int charts = html.split("<svg ", -1).length - 1;
    assertEquals(5, charts);
    assertEquals(
        charts, html.split("<svg role=\"img\" viewBox=\"[^\"]*\" aria-label=", -1).length - 1);
    int tables = html.split("<table>", -1).length - 1;
    assertEquals(tables, html.split("<table><caption>", -1).length - 1);
    assertTrue(html.contains("<th scope=\"col\"") && html.contains("<th scope=\"row\""));
    assertTrue(html.contains("<html lang=\"en\">"));
  }

  @Test
  void aBrowserFindsNoErrorAndNothingTooWide(@TempDir Path scratch) throws Exception {
    assertEquals(List.of(), HeadlessBrowser.require(scratch).faults(SamplePage.page().html()));
  }

  @Test
  void theBrowserCheckSeesWhatIsTooWideAndWhatIsForbidden(@TempDir Path scratch) throws Exception {
    String bad =
        SamplePage.page()
            .html()
            .replace(
                "</main>",
                "<pre style=\"width:900px\">x</pre><img src=\"http://127.0.0.1:9/x\"></main>");
    List<String> faults = HeadlessBrowser.require(scratch).faults(bad);
    assertTrue(faults.stream().anyMatch(f -> f.contains("400: PRE")), faults::toString);
    assertFalse(faults.stream().anyMatch(f -> f.contains("1280: PRE")), faults::toString);
    assertTrue(faults.stream().anyMatch(f -> f.contains("CONSOLE")), faults::toString);
  }
}
