package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Unicity: the share of units that p known requests single out. The attacker knows of p random
 * requests of a unit when they arrived, to the hour, and how long they were; he looks for units
 * that have all p (Y.-A. de Montjoye et al., "Unique in the Crowd: the privacy bounds of human
 * mobility", Scientific Reports 3, 2013). Points are taken from the released rows themselves, as if
 * he knew what the policy does to each value: jitter and coarse lengths help only by making points
 * equal.
 *
 * @param known what is known of each request besides its hour
 * @param curve for p = 1 to 5 or what the policy says, as far as enough units have p requests
 */
public record Unicity(Known known, List<Point> curve) {
  /** Units drawn for each p, without replacement; all of them where there are no more. */
  public static final int SAMPLE = 2_000;

  private static final long HOUR = 3_600_000_000_000L;

  /** What is known of each request besides its hour. */
  public enum Known {
    /** What the sender of a prompt knows. */
    INPUT("hour, input length"),
    /** What the sender knows when the answer is there. */
    BOTH("hour, both lengths");

    private final String words;

    Known(String words) {
      this.words = words;
    }

    /** In words. */
    @JsonValue
    public String words() {
      return words;
    }
  }

  /**
   * A point of the curve.
   *
   * @param points requests known
   * @param singledOut units that they single out ÷ units drawn of those with as many requests
   */
  public record Point(int points, Estimate singledOut) {}

  public Unicity {
    curve = List.copyOf(curve);
  }

  /** Of one side of the policy. */
  static Unicity of(
      Population population,
      Side side,
      Grouped byUnit,
      Known known,
      int most,
      SeededStreams streams) {
    Points points = Points.of(population, side, byUnit, known);
    List<Point> curve = new ArrayList<>();
    for (int p = 1; p <= most; p++) {
      // Both sides draw the same requests of the same units.
      int requests = p;
      singledOut(points, byUnit, p, streams.stream("unicity", p))
          .ifPresent(share -> curve.add(new Point(requests, share)));
    }
    return new Unicity(known, curve);
  }

  private static Optional<Estimate> singledOut(
      Points points, Grouped byUnit, int p, UniformRandomProvider random) {
    int[] eligible = new int[byUnit.groups()];
    int count = 0;
    for (int unit = 0; unit < byUnit.groups(); unit++) {
      if (byUnit.size(unit) >= p) {
        eligible[count++] = unit;
      }
    }
    if (count < 2) {
      return Optional.empty();
    }
    int drawn = Math.min(SAMPLE, count);
    int single = 0;
    for (int i = 0; i < drawn; i++) {
      int other = i + random.nextInt(count - i);
      int unit = eligible[other];
      eligible[other] = eligible[i];
      single += points.single(unit, rows(byUnit, unit, p, random)) ? 1 : 0;
    }
    return Optional.of(Estimate.share(single, drawn));
  }

  /** {@code p} different rows of a unit. */
  private static int[] rows(Grouped byUnit, int unit, int p, UniformRandomProvider random) {
    int[] drawn = new int[p];
    int count = 0;
    while (count < p) {
      int row = byUnit.row(unit, random.nextInt(byUnit.size(unit)));
      if (Arrays.stream(drawn, 0, count).noneMatch(before -> before == row)) {
        drawn[count++] = row;
      }
    }
    return drawn;
  }

  /**
   * The units of each point, ascending.
   *
   * @param pointOf the point of each row
   * @param unitsOf for each point, the units of its rows
   */
  private record Points(int[] pointOf, Grouped unitsOf) {

    static Points of(Population population, Side side, Grouped byUnit, Known known) {
      BlockTable numbers = new BlockTable();
      int[] pointOf = new int[side.rows()];
      for (int row = 0; row < pointOf.length; row++) {
        long point = SeededStreams.mix(side.arrivals.get(row) / HOUR);
        point = SeededStreams.mix(point ^ side.codedInput(row));
        if (known == Known.BOTH) {
          point = SeededStreams.mix(point ^ side.codedOutput(row));
        }
        pointOf[row] = numbers.number(point);
      }
      Grouped rows = Grouped.of(numbers.size(), pointOf, byUnit.rows());
      int[] units = Arrays.stream(rows.rows()).map(population::unit).toArray();
      return new Points(pointOf, new Grouped(rows.starts(), units));
    }

    /** Whether no other unit has the points of all {@code rows}. */
    boolean single(int unit, int[] rows) {
      int rarest = pointOf[rows[0]];
      for (int row : rows) {
        rarest = unitsOf.size(pointOf[row]) < unitsOf.size(rarest) ? pointOf[row] : rarest;
      }
      int before = unit;
      for (int i = 0; i < unitsOf.size(rarest); i++) {
        int other = unitsOf.row(rarest, i);
        if (other != unit && other != before && hasAll(other, rows)) {
          return false;
        }
        before = other;
      }
      return true;
    }

    private boolean hasAll(int unit, int[] rows) {
      for (int row : rows) {
        int point = pointOf[row];
        int from = unitsOf.starts()[point];
        if (Arrays.binarySearch(unitsOf.rows(), from, from + unitsOf.size(point), unit) < 0) {
          return false;
        }
      }
      return true;
    }
  }
}
