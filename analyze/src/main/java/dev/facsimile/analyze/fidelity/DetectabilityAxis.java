package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.BoostedTrees;
import dev.facsimile.analyze.statistic.RankArea;
import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Whether a classifier can tell requests of the two sides apart (a classifier two-sample test:
 * Lopez-Paz and Oquab, ICLR 2017): boosted trees on lengths, gaps, rate, prefix hits and turns,
 * judged on requests that they did not learn from. Sessions are never torn between learning and
 * judging, nor are requests of one time, so that neither a repeated request nor a busy minute gives
 * the answer away.
 */
final class DetectabilityAxis implements FidelityAxis {
  private static final String UNIT = "AUC";
  private static final double LIMIT = 0.55;
  private static final int FOLDS = 5;
  private static final int STRETCHES = 40;
  private static final int TREES = 40;
  private static final int TREES_OF_ONE = 20;

  /** With fewer a side, chance alone comes near the limit. */
  private static final int FEWEST = 1000;

  /** What is learned from, and judged on. */
  private record Rows(RequestFeatures features, byte[][] binned, boolean[] other, int[] folds) {
    byte[][] binned(int feature) {
      return new byte[][] {binned[feature]};
    }
  }

  @Override
  public AxisId id() {
    return AxisId.DETECTABILITY;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    Comparison comparison = whole.common();
    if (comparison.tooSmall().isPresent()) {
      return new AxisResult.NotJudged(id(), comparison.tooSmall().get());
    }
    int side = comparison.splits().rowsPerSide();
    if (side < FEWEST / 2 || comparison.commonSpanNanos() == 0) {
      return new AxisResult.NotJudged(
          id(),
          comparison.commonSpanNanos() == 0
              ? "every request arrives at once"
              : "a side has fewer than " + FEWEST + " requests over the common time");
    }
    Rows rows = rows(comparison);
    int count = rows.features().names().size();
    double[] areas =
        IntStream.rangeClosed(0, count)
            .parallel()
            .mapToDouble(i -> i == count ? together(rows) : alone(rows, i))
            .toArray();
    return judged(rows, areas, count);
  }

  /** Of one feature, rows in one bin and class are as one row as often. */
  private static double alone(Rows rows, int feature) {
    byte[] bins = rows.binned()[feature];
    byte[][] cells = new byte[1][2 * BoostedTrees.BINS];
    boolean[] fromOther = new boolean[cells[0].length];
    for (int cell = 0; cell < fromOther.length; cell++) {
      cells[0][cell] = (byte) (cell / 2);
      fromOther[cell] = cell % 2 == 1;
    }
    return area(
        rows,
        rows.binned(feature),
        use -> {
          int[] counts = new int[fromOther.length];
          for (int i = 0; i < use.length; i++) {
            counts[2 * bins[i] + (rows.other()[i] ? 1 : 0)] += use[i] ? 1 : 0;
          }
          return BoostedTrees.learn(cells, fromOther, counts, TREES_OF_ONE);
        });
  }

  private static double together(Rows rows) {
    return area(
        rows, rows.binned(), use -> BoostedTrees.learn(rows.binned(), rows.other(), use, TREES));
  }

  private AxisResult judged(Rows rows, double[] areas, int count) {
    double area = areas[count];
    List<AxisResult.Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(part(rows.features().names().get(i) + " alone", areas[i]));
    }
    AxisResult.Part telling =
        parts.stream().max(Comparator.comparingDouble(AxisResult.Part::effect)).orElseThrow();
    parts.add(0, part("all together", area));
    double beyond = Math.max(0, area - 0.5);
    return new AxisResult.Judged(
        id(),
        area,
        UNIT,
        beyond / (LIMIT - 0.5),
        // Where 1.96 standard deviations of a chance area, √(1 ÷ 6n), are as large.
        beyond == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(1.96 * 1.96 / 6 / (beyond * beyond)),
        area <= LIMIT,
        String.format(Locale.ROOT, "AUC %.3f, limit %.2f", area, LIMIT),
        parts,
        List.of(
            area <= LIMIT
                ? "not told apart"
                : telling.effect() > LIMIT
                    ? String.format(
                        Locale.ROOT, "given away by: %s, %.2f", telling.what(), telling.effect())
                    : "given away only by features together"));
  }

  private static AxisResult.Part part(String what, double area) {
    return new AxisResult.Part(
        what,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        area,
        UNIT,
        Math.max(0, area - 0.5) / (LIMIT - 0.5));
  }

  private static Rows rows(Comparison comparison) {
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    Splits splits = comparison.splits();
    int size =
        Math.min(Splits.MOST_ROWS, Math.min(splits.sourcePool().length, splits.otherPool().length));
    int[] sourceRows = evenly(splits.sourcePool(), size);
    int[] otherRows = evenly(splits.otherPool(), size);
    Optional<BlockScheme> scheme =
        PrefixFit.problem(comparison).isEmpty()
            ? PrefixFit.scheme(comparison.sourceSide())
            : Optional.empty();
    long window = DetailPlan.windowNanos(comparison.latticeNanos().orElse(1));
    GapAtoms atoms = GapAtoms.of(RequestFeatures.gaps(source, sourceRows));
    RequestFeatures a = RequestFeatures.of(source, sourceRows, scheme, window, atoms);
    RequestFeatures b = RequestFeatures.of(other, otherRows, scheme, window, atoms);
    int features = Math.min(a.names().size(), b.names().size());
    byte[][] binned = new byte[features][];
    for (int i = 0; i < features; i++) {
      double[] both = new double[2 * size];
      System.arraycopy(a.values().get(i), 0, both, 0, size);
      System.arraycopy(b.values().get(i), 0, both, size, size);
      binned[i] = BoostedTrees.binned(both);
    }
    boolean[] fromOther = new boolean[2 * size];
    int[] folds = new int[2 * size];
    long stretch = Math.max(1, comparison.commonSpanNanos() / STRETCHES + 1);
    fold(source, sourceRows, stretch, folds, 0);
    fold(other, otherRows, stretch, folds, size);
    for (int i = size; i < fromOther.length; i++) {
      fromOther[i] = true;
    }
    return new Rows(
        new RequestFeatures(a.names().subList(0, features), a.values()), binned, fromOther, folds);
  }

  /** So many of the rows, evenly spread. */
  private static int[] evenly(int[] rows, int size) {
    return IntStream.range(0, size).map(i -> rows[(int) ((long) i * rows.length / size)]).toArray();
  }

  /** The fold of a request is that of the stretch of time in which its session began. */
  private static void fold(Traffic traffic, int[] rows, long stretch, int[] folds, int offset) {
    int[] sessions = traffic.groups();
    long[] began = new long[Arrays.stream(sessions).max().orElse(0) + 1];
    Arrays.fill(began, -1);
    for (int row = 0; row < traffic.rows(); row++) {
      int session = sessions[row];
      began[session] = began[session] < 0 ? traffic.arrivals()[row] : began[session];
    }
    for (int i = 0; i < rows.length; i++) {
      folds[offset + i] = (int) (began[sessions[rows[i]]] / stretch % FOLDS);
    }
  }

  /** The area over all folds, each scored by what was learned from the others. */
  private static double area(Rows rows, byte[][] binned, Function<boolean[], BoostedTrees> learn) {
    boolean[] use = new boolean[rows.other().length];
    double sum = 0;
    double weight = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      int held = 0;
      for (int i = 0; i < use.length; i++) {
        use[i] = rows.folds()[i] != fold;
        held += use[i] ? 0 : 1;
      }
      BoostedTrees model = learn.apply(use);
      double[] heldScores = new double[held];
      boolean[] heldOther = new boolean[held];
      int at = 0;
      for (int i = 0; i < use.length; i++) {
        if (!use[i]) {
          heldScores[at] = model.score(binned, i);
          heldOther[at++] = rows.other()[i];
        }
      }
      double area = RankArea.of(heldScores, heldOther);
      if (Double.isFinite(area)) {
        sum += held * area;
        weight += held;
      }
    }
    return weight == 0 ? 0.5 : sum / weight;
  }
}
