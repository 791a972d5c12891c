package dev.facsimile.replay.http;

/**
 * Lines from bytes as they come: JSON Lines, an object to a line. Lines end in LF or CRLF; empty
 * ones are skipped. Keeps at most one unfinished line.
 */
public final class LineParser {
  /** Hears lines. */
  @FunctionalInterface
  public interface Listener {
    /** One line: {@code bytes} from {@code from} up to, not including, {@code to}. */
    void line(byte[] bytes, int from, int to);
  }

  private final Listener listener;
  private final GrowingBytes partial = new GrowingBytes();

  public LineParser(Listener listener) {
    this.listener = listener;
  }

  /** Takes the bytes of one read. */
  public void parse(byte[] in, int from, int to) {
    int at = from;
    while (at < to) {
      int end = at;
      while (end < to && in[end] != '\n') {
        end++;
      }
      if (end == to) {
        partial.append(in, at, to);
        return;
      }
      if (partial.size() > 0) {
        partial.append(in, at, end);
        give(partial.array(), 0, partial.size());
        partial.clear();
      } else {
        give(in, at, end);
      }
      at = end + 1;
    }
  }

  /** The stream ended properly: a last line without its end counts. */
  public void end() {
    give(partial.array(), 0, partial.size());
    partial.clear();
  }

  private void give(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    if (end > from) {
      listener.line(bytes, from, end);
    }
  }
}
