package dev.facsimile.analyze.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * Opens a page in headless Chromium, in frames as wide as a phone and a desk screen. A test that
 * needs it is skipped with a message where no Chromium is on the PATH.
 */
public final class HeadlessBrowser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final int[] WIDTHS = {400, 1280};
  private static final long LIMIT_SECONDS = 60;
  private static final Pattern FOUND = Pattern.compile("(?s)<pre id=\"found\">(.*?)</pre>");

  private final Path program;
  private final Path scratch;

  private HeadlessBrowser(Path program, Path scratch) {
    this.program = program;
    this.scratch = scratch;
  }

  /**
   * The browser; skips the calling test if there is none.
   *
   * @param scratch a folder for its profile and output, deleted by the test
   */
  public static HeadlessBrowser require(Path scratch) {
    Optional<Path> program = find();
    Assumptions.assumeTrue(program.isPresent(), "skipped: no Chromium is on the PATH");
    return new HeadlessBrowser(program.get(), scratch);
  }

  private static Optional<Path> find() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      for (String name : NAMES) {
        Path program = Path.of(folder, name);
        if (Files.isExecutable(program)) {
          return Optional.of(program);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What is wrong with a page: messages on the console, elements that stick out of the frame and do
   * not lie in a container that scrolls. Empty when all is well.
   */
  public List<String> faults(String html) throws IOException, InterruptedException {
    Path wrapper = scratch.resolve("wrapper.html");
    Files.writeString(wrapper, wrapper(html));
    Path dom = scratch.resolve("dom.html");
    Path log = scratch.resolve("browser.log");
    run(dom, log, "--dump-dom", wrapper.toUri().toString());
    List<String> faults = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (line.contains("CONSOLE")) {
        faults.add(line);
      }
    }
    Matcher found = FOUND.matcher(Files.readString(dom));
    if (!found.find()) {
      throw new IOException("the browser measured nothing: " + Files.readString(log));
    }
    found.group(1).lines().filter(line -> !line.isBlank()).forEach(faults::add);
    return faults;
  }

  private void run(Path out, Path err, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--enable-logging=stderr",
                "--window-size=1800,3000",
                "--user-data-dir=" + scratch.resolve("profile")));
    command.addAll(List.of(arguments));
    Process browser =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!browser.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      browser.destroyForcibly().waitFor();
      throw new IOException("the browser did not end within " + LIMIT_SECONDS + " s");
    }
  }

  /** A page of frames, in which a script measures; the page under test has none. */
  private static String wrapper(String html) {
    StringBuilder frames = new StringBuilder();
    for (int width : WIDTHS) {
      frames
          .append("<iframe style=\"border:0\" height=\"1000\" width=\"")
          .append(width)
          .append("\" srcdoc=\"")
          .append(Markup.escape(html))
          .append("\"></iframe>\n");
    }
    return """
        <!doctype html><meta charset="utf-8"><title>measured</title>
        %s<pre id="found"></pre>
        <script>
        onload = () => {
          let found = "";
          for (const frame of document.querySelectorAll("iframe")) {
            const page = frame.contentDocument, root = page.documentElement;
            const room = root.clientWidth;
            if (!page.querySelector("main")) found += frame.width + ": no main landmark\\n";
            if (root.scrollWidth > room) found += frame.width + ": page is " + root.scrollWidth + " wide\\n";
            for (const e of page.body.querySelectorAll("*")) {
              if (e.getBoundingClientRect().right > room + 1 && !e.closest(".scroll"))
                found += frame.width + ": " + e.tagName + " '" + e.textContent.slice(0, 40) + "' sticks out\\n";
            }
            for (const e of page.querySelectorAll("svg text")) {
              const box = e.getBBox(), room = e.ownerSVGElement.viewBox.baseVal;
              const at = e.getCTM().e / e.ownerSVGElement.getCTM().a;
              if (box.x + at < -1 || box.x + at + box.width > room.width + 1)
                found += frame.width + ": chart text '" + e.textContent + "' is cut off\\n";
            }
          }
          document.getElementById("found").textContent = found;
        };
        </script>
        """
        .formatted(frames);
  }
}
