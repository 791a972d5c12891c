package dev.facsimile.synth.clients;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's windows of time: {@code start in seconds, requests per second, CV of the gaps,
 * pattern, shape, scale} in each line, without a header.
 *
 * @param windows ascending, side by side, at least one
 * @param seconds width of each
 */
record ClientWindows(List<Window> windows, long seconds) {
  private static final int CELLS = 6;

  /** ServeGen's. */
  private static final long USUAL_SECONDS = 600;

  /**
   * A window.
   *
   * @param startSeconds its start
   * @param perSecond requests a second; 0 where there were none
   * @param variation coefficient of variation of the gaps
   */
  record Window(long startSeconds, double perSecond, double variation) {}

  static ClientWindows read(Path file) throws IOException {
    List<Window> windows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(InputFiles.open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          windows.add(window(file, windows.size() + 1, line));
        }
      }
    }
    if (windows.isEmpty()) {
      throw new InputException(file, "has no window, expected at least one");
    }
    return new ClientWindows(windows, width(file, windows));
  }

  private static Window window(Path file, long number, String line) {
    String[] cells = line.split(",", -1);
    if (cells.length != CELLS) {
      throw new InputException(
          file,
          number,
          "has " + cells.length + " values, expected 6: start, rate, cv, pattern, shape, scale");
    }
    double start = number(file, number, "the start", cells[0]);
    return new Window(
        (long) start,
        number(file, number, "the rate", cells[1]),
        number(file, number, "the CV", cells[2]));
  }

  private static double number(Path file, long line, String what, String text) {
    try {
      double value = Double.parseDouble(text.strip());
      if (value >= 0 && value < 1e12) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, as a value out of range is.
    }
    throw new InputException(
        file, line, what + " is '" + text.strip() + "', expected a number from 0");
  }

  private static long width(Path file, List<Window> windows) {
    long width =
        windows.size() == 1
            ? USUAL_SECONDS
            : windows.get(1).startSeconds() - windows.get(0).startSeconds();
    for (int i = 0; i < windows.size(); i++) {
      if (width < 1 || windows.get(i).startSeconds() != i * width) {
        throw new InputException(
            file,
            i + 1L,
            "starts at "
                + windows.get(i).startSeconds()
                + " s, expected windows of one width from 0 s on without a gap");
      }
    }
    return width;
  }

  /** Requests of all windows. */
  double requests() {
    return requests(0, Long.MAX_VALUE);
  }

  /** Requests of the windows that start in a stretch of seconds. */
  double requests(long from, long to) {
    double sum = 0;
    for (Window window : windows) {
      if (window.startSeconds() >= from && window.startSeconds() < to) {
        sum += window.perSecond() * seconds;
      }
    }
    return sum;
  }
}
