package dev.facsimile.analyze.quality;

import dev.facsimile.analyze.metric.Batches;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.ToolVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * How many items each run answered rightly; as JSON, the document that {@code analyze quality
 * --json} writes.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the document's layout
 * @param toolVersion version of Facsimile that wrote it
 * @param items how many there are
 * @param runs each run's scores
 * @param changes each further run against the first, item by item
 */
public record QualityReport(
    String format,
    int formatVersion,
    String toolVersion,
    int items,
    List<RunScore> runs,
    List<Change> changes) {
  /** What its JSON document calls itself. */
  public static final String FORMAT = "facsimile-quality-report";

  /** The version of its JSON document. */
  public static final int VERSION = 1;

  /**
   * A run's scores.
   *
   * @param run its name
   * @param all of all items
   * @param groups of each group
   */
  public record RunScore(String run, Score all, Map<String, Score> groups) {}

  /**
   * A score. An item without an answer counts as wrong: a server that drops what it cannot do has
   * not got better.
   *
   * @param items how many
   * @param right answered rightly
   * @param unanswered without an answer
   * @param share right ÷ items
   * @param low lower end of its 95 % interval (Wilson)
   * @param high upper end
   */
  public record Score(int items, int right, int unanswered, double share, double low, double high) {
    static Score of(int items, int right, int unanswered) {
      double[] interval = Batches.share(new int[] {right}, items);
      return new Score(items, right, unanswered, (double) right / items, interval[0], interval[1]);
    }
  }

  /**
   * A run against the first one.
   *
   * @param run its name
   * @param lost items that the first run had right and this one has wrong
   * @param gained the other way round
   * @param probability of so uneven a split by chance: McNemar's exact test, two-sided
   */
  public record Change(String run, int lost, int gained, double probability) {
    /** Whether it got worse by more than chance (5 %). */
    public boolean isWorse() {
      return lost > gained && probability < 0.05;
    }
  }

  /**
   * Scores runs.
   *
   * @param itemsFile the items, JSON Lines
   * @param scorer scores code tasks; absent where the user named none
   * @throws InputException if an item or a run is not what it should be, or there is a code task
   *     and no scorer
   */
  public static QualityReport of(List<RunFolder> runs, Path itemsFile, Optional<Scorer> scorer)
      throws IOException {
    List<Item> items = Item.read(itemsFile);
    List<RunScore> scores = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    boolean[] first = {};
    for (RunFolder run : runs) {
      Map<String, String> answers = Answers.of(run, items);
      boolean[] right = right(items, answers, scorer, itemsFile);
      String name = run.path().toAbsolutePath().normalize().getFileName().toString();
      scores.add(score(name, items, answers, right));
      if (scores.size() == 1) {
        first = right;
      } else {
        changes.add(change(name, first, right));
      }
    }
    return new QualityReport(FORMAT, VERSION, ToolVersion.CURRENT, items.size(), scores, changes);
  }

  private static boolean[] right(
      List<Item> items, Map<String, String> answers, Optional<Scorer> scorer, Path itemsFile)
      throws IOException {
    boolean[] right = new boolean[items.size()];
    List<Scorer.Task> tasks = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < right.length; i++) {
      Item item = items.get(i);
      String answer = answers.get(item.requestId());
      if (answer == null) {
        continue;
      }
      if (item.expected() instanceof Expected.Code code) {
        tasks.add(new Scorer.Task(item.requestId(), code.text(), answer));
        places.add(i);
      } else {
        right[i] = item.expected().isRight(answer).orElse(false);
      }
    }
    if (!tasks.isEmpty()) {
      List<Boolean> scored =
          scorer
              .orElseThrow(
                  () ->
                      new InputException(
                          itemsFile, "holds tasks of the kind code, expected --scorer COMMAND"))
              .score(tasks);
      for (int i = 0; i < places.size(); i++) {
        right[places.get(i)] = scored.get(i);
      }
    }
    return right;
  }

  private static RunScore score(
      String run, List<Item> items, Map<String, String> answers, boolean[] right) {
    Map<String, int[]> groups = new LinkedHashMap<>();
    int[] all = new int[3];
    for (int i = 0; i < right.length; i++) {
      for (int[] counts :
          List.of(all, groups.computeIfAbsent(items.get(i).group(), g -> new int[3]))) {
        counts[0]++;
        counts[1] += right[i] ? 1 : 0;
        counts[2] += answers.containsKey(items.get(i).requestId()) ? 0 : 1;
      }
    }
    Map<String, Score> scores = new LinkedHashMap<>();
    groups.forEach((name, counts) -> scores.put(name, Score.of(counts[0], counts[1], counts[2])));
    return new RunScore(run, Score.of(all[0], all[1], all[2]), scores);
  }

  private static Change change(String run, boolean[] first, boolean[] other) {
    int lost = 0;
    int gained = 0;
    for (int i = 0; i < first.length; i++) {
      lost += first[i] && !other[i] ? 1 : 0;
      gained += !first[i] && other[i] ? 1 : 0;
    }
    int n = lost + gained;
    double probability =
        n == 0
            ? 1
            : Math.min(
                1,
                2
                    * new BinomialDistribution(null, n, 0.5)
                        .cumulativeProbability(Math.min(lost, gained)));
    return new Change(run, lost, gained, probability);
  }

  /** Whether some run got worse than the first by more than chance. */
  public boolean someWorse() {
    return changes.stream().anyMatch(Change::isWorse);
  }
}
