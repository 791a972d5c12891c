package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/**
 * A distribution of token counts: segments of whole numbers, each number of a segment equally
 * likely. A segment one number wide is exact, as every number below 256 is.
 *
 * @param segments ascending, not overlapping, at least one
 */
public record Marginal(@JsonValue List<Segment> segments) {

  /**
   * The numbers {@code low} to {@code high}, both included.
   *
   * @param count source requests in it, 1 or more
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"low", "high", "count"})
  public record Segment(int low, int high, long count) {

    public Segment {
      if (low < 0 || high < low || count < 1) {
        throw new IllegalArgumentException(
            "segment [" + low + ", " + high + ", " + count + "], expected low <= high and a count");
      }
    }

    /** How many numbers it spans. */
    public long width() {
      return high - (long) low + 1;
    }
  }

  public Marginal {
    segments = List.copyOf(segments);
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("a marginal without a segment, expected some");
    }
    for (int i = 1; i < segments.size(); i++) {
      if (segments.get(i).low() <= segments.get(i - 1).high()) {
        throw new IllegalArgumentException(
            "segments " + segments.get(i - 1) + " and " + segments.get(i) + " overlap");
      }
    }
  }

  /** Source requests in all segments. */
  public long total() {
    return segments.stream().mapToLong(Segment::count).sum();
  }
}
