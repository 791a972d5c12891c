package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * What the bursts of several strata have in common: of the part of the windows' splits that is not
 * chance, the share that comes to all of them at once; the rest is each stratum's own. Windows
 * wider than the root's are common anyway, since each stratum has its envelope at its time.
 *
 * @param levels for each level of the cascades, widest windows first
 */
public record CommonBursts(List<Share> levels) {

  /**
   * The common share of windows of one width, as a correlation of the halves' true shares: 0 where
   * each stratum bursts by itself, 1 where they burst together.
   *
   * @param childNanos width of a half
   * @param tenants between tenants of one class
   * @param classes between classes, not more than {@code tenants}
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"child_nanos", "tenants", "classes"})
  public record Share(long childNanos, double tenants, double classes) {

    public Share {
      if (!(classes >= 0 && classes <= tenants && tenants <= 1)) {
        throw new IllegalArgumentException(
            "bursts in common of "
                + tenants
                + " between tenants and "
                + classes
                + " between classes, expected 0 to 1, classes no more than tenants");
      }
    }
  }

  public CommonBursts {
    levels = List.copyOf(levels);
  }
}
