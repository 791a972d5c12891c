package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How sessions grow, by examples that were drawn: requests are put into groups that are alike in
 * class, place in the session, size, time, gap and number of turns after them; the turns after a
 * group's requests into groups that are alike in gap, prompt and answer. Of a group its size, the
 * box that it fills and its mean number of turns are known, nothing of a single request.
 */
final class SharedSessions {
  private static final int MOST_EXAMPLES = 3_000;

  /** Groups of requests have so many times the minimum count, so that their turns can be told. */
  private static final int TIMES = 4;

  /** The source's last eighth, after which turns are missing. */
  private static final int LAST_CLOCK = Branching.CELLS - Branching.CELLS / 8;

  private static final int MOST_TOLD_TURNS = 2;

  // Class, start or turn, end of the source, turns after it; then what it is like.
  private static final double[] DONOR_WEIGHTS = {1e6, 1e5, 1e4, 1e3, 8, 4, 1, 2, 1};
  private static final int[] DONOR_STEPS = {1, 1, 1, 1, 1, 1, 8, 8, 1};

  // Class; gap, what is lost of the prompt, fresh tokens, answer, where the answer ends; grown.
  private static final double[] TURN_WEIGHTS = {1e6, 1, 32, 1, 1, 1, 0.2, 1e5};
  private static final int[] TURN_STEPS = {1, 8, 1, 8, 8, 8, 8, 1};

  private final int minCount;
  private final UniformRandomProvider random = new SeededStreams(0).stream("share/sessions");
  private final Map<int[], Donor> donors = new IdentityHashMap<>();
  private final Draws donorDraws = new Draws(DONOR_STEPS, random);
  private final Draws turnDraws = new Draws(TURN_STEPS, random);

  SharedSessions(int minCount) {
    this.minCount = minCount;
  }

  /** The sessions; absent where too few requests continue another to tell of them. */
  Optional<Branching> of(Branching sessions) {
    if (sessions.turns() < minCount) {
      return Optional.empty();
    }
    List<int[]> points = new ArrayList<>();
    for (Donor donor : sessions.donors()) {
      int[] point = point(donor);
      donors.put(point, donor);
      points.add(point);
    }
    double each = Math.min(1, (double) MOST_EXAMPLES / points.size());
    List<Donor> drawn = new ArrayList<>();
    double due = 0.5;
    for (List<int[]> group : Boxes.of(points, DONOR_WEIGHTS, this::enough)) {
      due += each * group.size();
      int count = (int) due;
      due -= count;
      drawn.addAll(drawn(group, count));
    }
    return Optional.of(
        new Branching(
            sessions.turns(),
            SharedMarginal.of(sessions.gapMillis(), minCount),
            SharedMarginal.of(sessions.freshTokens(), minCount),
            SharedMarginal.of(sessions.outputTokens(), minCount),
            drawn,
            sessions.answersKept()));
  }

  private static int[] point(Donor donor) {
    int turns = donor.followers().size();
    return new int[] {
      donor.classNumber(),
      donor.generation() == 0 ? 0 : 1,
      donor.clock() < LAST_CLOCK ? 0 : 1,
      Math.min(MOST_TOLD_TURNS, turns),
      donor.generation(),
      donor.size(),
      donor.clock(),
      donor.gap(),
      donor.answer()
    };
  }

  private boolean enough(List<int[]> group) {
    int turns = turns(group);
    return group.size() >= TIMES * minCount && (turns == 0 || turns >= minCount);
  }

  private int turns(List<int[]> group) {
    return group.stream().mapToInt(point -> donors.get(point).followers().size()).sum();
  }

  private List<Donor> drawn(List<int[]> group, int count) {
    int turns = turns(group);
    double mean = (double) turns / group.size();
    List<int[]> like = donorDraws.of(group, count);
    List<Follower> pool = pool(group, (int) Math.ceil(mean * count));
    List<Donor> drawn = new ArrayList<>();
    double due = random.nextDouble();
    int next = 0;
    for (int[] point : like) {
      due += mean;
      List<Follower> followers = new ArrayList<>();
      for (; due >= 1; due--) {
        followers.add(pool.get(next++ % pool.size()));
      }
      drawn.add(new Donor(point[0], point[4], point[5], point[8], point[7], point[6], followers));
    }
    return drawn;
  }

  /** Turns after the requests of a group, in random order. */
  private List<Follower> pool(List<int[]> group, int count) {
    List<int[]> turns = new ArrayList<>();
    for (int[] point : group) {
      donors.get(point).followers().forEach(follower -> turns.add(point(follower)));
    }
    if (turns.isEmpty()) {
      return List.of();
    }
    List<int[]> drawn = new ArrayList<>();
    double each = (double) Math.max(1, count) / turns.size();
    double due = 0.5;
    for (List<int[]> alike : Boxes.of(turns, TURN_WEIGHTS, g -> g.size() >= minCount)) {
      due += each * alike.size();
      int some = (int) due;
      due -= some;
      drawn.addAll(turnDraws.of(alike, some));
    }
    List<Follower> pool = new ArrayList<>();
    for (int[] point : drawn.isEmpty() ? turnDraws.of(turns, 1) : drawn) {
      pool.add(follower(point));
    }
    for (int i = pool.size() - 1; i > 0; i--) {
      Collections.swap(pool, i, random.nextInt(i + 1));
    }
    return pool;
  }

  /** More lost blocks than a few are told as the share that was kept. */
  private static int[] point(Follower turn) {
    int dropped = Math.min(Branching.FEW_BLOCKS + 1, turn.droppedBlocks());
    return new int[] {
      turn.classNumber(),
      turn.gap(),
      dropped,
      dropped > Branching.FEW_BLOCKS ? turn.keptShare() : 0,
      turn.freshTokens(),
      turn.outputTokens(),
      turn.thinkShare(),
      turn.grown()
    };
  }

  private static Follower follower(int[] point) {
    return new Follower(
        point[0],
        point[1],
        point[2],
        point[3],
        point[4],
        point[5],
        Math.min(255, point[6]),
        point[7]);
  }
}
