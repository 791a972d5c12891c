package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How sessions grow: turns in cells of equal probability, told by an even sample of at most {@value
 * #MOST_DONORS} requests and the turns that continue those. It can be sent to where the requests
 * are kept.
 */
final class Families implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int MOST_DONORS = 100_000;

  /** Random numbers that a turn takes: for its gap, its tokens and its answer. */
  private static final int DRAWS = 3;

  private static final String STREAM = "fit/turns";

  private final FamilyCounts counts;
  private final long durationNanos;
  private final long[] donors;
  private final transient Cells gaps;
  private final transient Cells told;
  private final transient Cells answers;

  /**
   * Of a trace with turns.
   *
   * @param requests of the trace
   * @param counts of all turns
   * @param durationNanos of the trace
   */
  Families(long requests, FamilyCounts counts, long durationNanos) {
    this(donors(requests, counts.turns()), counts, durationNanos);
  }

  private Families(long[] donors, FamilyCounts counts, long durationNanos) {
    this.donors = donors;
    this.counts = counts;
    this.durationNanos = durationNanos;
    gaps = Cells.of(counts.gapMillis());
    told = Cells.of(counts.told());
    answers = Cells.of(counts.answers());
  }

  private Object readResolve() {
    return new Families(donors, counts, durationNanos);
  }

  private static long[] donors(long requests, long turns) {
    UniformRandomProvider random = new SeededStreams(0).streamFrom(STREAM, DRAWS * turns);
    double every = Math.max(1, (double) requests / MOST_DONORS);
    long[] donors = new long[MOST_DONORS + 1];
    int size = 0;
    for (double next = random.nextDouble() * every; next < requests; next += every) {
      donors[size++] = (long) next;
    }
    return Arrays.copyOf(donors, size);
  }

  /** The cells of a distribution. */
  private record Cells(Quantiles ranks) {
    static Cells of(LengthCounts counts) {
      return new Cells(new Quantiles(MarginalFit.of(counts)));
    }

    int of(int value, double uniform) {
      return (int) (ranks.rank(value, uniform) * Branching.CELLS);
    }
  }

  /** The numbers of the requests that are told of, ascending. */
  long[] donors() {
    return donors.clone();
  }

  /**
   * The examples of parts.
   *
   * @param families of the whole trace
   * @param turnsBefore for each part the turns before it
   */
  record Work(Families families, long[] turnsBefore) implements RowsWork<Examples> {

    @Override
    public Examples of(int part, LinkRows rows) {
      return families.examples(rows, turnsBefore[part]);
    }
  }

  /** Requests that are told of and turns that continue such, of consecutive parts. */
  static final class Examples implements Mergeable<Examples> {
    private static final long serialVersionUID = 1;

    private final ArrayList<Donor> donors = new ArrayList<>();
    private final ArrayList<Integer> followed = new ArrayList<>();
    private final ArrayList<Follower> followers = new ArrayList<>();

    @Override
    public void merge(Examples behind) {
      donors.addAll(behind.donors);
      followed.addAll(behind.followed);
      followers.addAll(behind.followers);
    }
  }

  private Examples examples(LinkRows rows, long turnsBefore) {
    Examples examples = new Examples();
    UniformRandomProvider random = new SeededStreams(0).streamFrom(STREAM, DRAWS * turnsBefore);
    int donor = place(rows.before());
    int turn = 0;
    for (int row = 0; row < rows.size(); row++) {
      int gap = 0;
      if (rows.isTurn(row)) {
        LinkRows.Growth growth = rows.growth(turn++);
        gap = gaps.of(growth.gapMillis(), random.nextDouble());
        int freshCell = told.of(growth.told(), random.nextDouble());
        int answerCell = answers.of(rows.output(row), random.nextDouble());
        int parent = place(growth.parent());
        if (parent < donors.length && donors[parent] == growth.parent()) {
          examples.followed.add(parent);
          examples.followers.add(
              new Follower(
                  rows.stratum(row),
                  gap,
                  growth.dropped(),
                  growth.kept(),
                  freshCell,
                  answerCell,
                  growth.thought(),
                  growth.grown() ? 1 : 0));
        }
      }
      if (donor < donors.length && donors[donor] == rows.before() + row) {
        donor++;
        examples.donors.add(donor(rows, row, gap));
      }
    }
    return examples;
  }

  /** The place of the first donor that is this request or a later one. */
  private int place(long request) {
    int place = Arrays.binarySearch(donors, request);
    return place >= 0 ? place : -place - 1;
  }

  /** A donor whose generation and followers are not told yet. */
  private Donor donor(LinkRows rows, int row, int gap) {
    return new Donor(
        rows.stratum(row),
        0,
        Branching.sizeOf(rows.input(row)),
        Branching.sizeOf(rows.output(row)),
        gap,
        (int) (rows.arrival(row) / (durationNanos + 1.0) * Branching.CELLS),
        List.of());
  }

  /**
   * How sessions grow.
   *
   * @param examples of all parts
   * @param generations by donor: requests from the start of its session
   */
  Branching branching(Examples examples, int[] generations) {
    List<List<Follower>> followers = new ArrayList<>();
    examples.donors.forEach(donor -> followers.add(new ArrayList<>()));
    for (int i = 0; i < examples.followed.size(); i++) {
      followers.get(examples.followed.get(i)).add(examples.followers.get(i));
    }
    List<Donor> told = new ArrayList<>();
    for (int i = 0; i < generations.length; i++) {
      Donor donor = examples.donors.get(i);
      told.add(
          new Donor(
              donor.classNumber(),
              Branching.generationOf(generations[i]),
              donor.size(),
              donor.answer(),
              donor.gap(),
              donor.clock(),
              followers.get(i)));
    }
    return new Branching(
        counts.turns(),
        MarginalFit.of(counts.gapMillis()),
        MarginalFit.of(counts.told()),
        MarginalFit.of(counts.answers()),
        told,
        false);
  }
}
