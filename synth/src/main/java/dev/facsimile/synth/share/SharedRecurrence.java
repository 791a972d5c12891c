package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Place;
import dev.facsimile.synth.model.Recurrence.Visited;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How blocks recur, with a minimum count behind every number: places, numbers of visits and ages
 * that have less are told together with those beside them.
 */
final class SharedRecurrence {
  private final int minCount;

  SharedRecurrence(int minCount) {
    this.minCount = minCount;
  }

  /** Absent where too few blocks recur to tell of them. */
  Optional<Recurrence> of(Recurrence how) {
    List<Visited> visits = visits(how.visits());
    boolean runs = how.runsContinued() >= minCount;
    return visits.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Recurrence(
                places(how.places()), visits, how.runs(), runs ? how.runsContinued() : 0));
  }

  /** A share of fewer blocks than the count is told as none or all of them. */
  private List<Place> places(List<Place> places) {
    return places.stream()
        .map(
            place ->
                new Place(
                    place.kind(),
                    place.afterNew(),
                    told(place.recurAfterNew(), place.afterNew()),
                    place.afterRecurring(),
                    told(place.recurAfterRecurring(), place.afterRecurring())))
        .filter(place -> place.afterNew() + place.afterRecurring() >= minCount)
        .toList();
  }

  private long told(long some, long all) {
    if (some < minCount) {
      return 0;
    }
    return all - some < minCount ? all : some;
  }

  private List<Visited> visits(List<Visited> visits) {
    List<Visited> joined = new ArrayList<>();
    Optional<Visited> open = Optional.empty();
    for (Visited visited : visits) {
      Visited sum = open.map(before -> join(before, visited)).orElse(visited);
      open = Optional.of(sum);
      if (sum.recurrences() >= minCount) {
        joined.add(sum);
        open = Optional.empty();
      }
    }
    if (open.isPresent() && !joined.isEmpty()) {
      joined.add(join(joined.remove(joined.size() - 1), open.get()));
    }
    return joined.stream().map(this::withAges).toList();
  }

  private static Visited join(Visited first, Visited second) {
    List<Long> longer = first.ages().size() > second.ages().size() ? first.ages() : second.ages();
    List<Long> shorter = longer == first.ages() ? second.ages() : first.ages();
    List<Long> ages = new ArrayList<>(longer);
    for (int i = 0; i < shorter.size(); i++) {
      ages.set(i, ages.get(i) + shorter.get(i));
    }
    return new Visited(
        first.least(),
        first.recurrences() + second.recurrences(),
        Math.max(first.chances(), second.chances()),
        ages);
  }

  /** Ages with less are told of the next one that has the count together with them. */
  private Visited withAges(Visited visited) {
    List<Long> ages = new ArrayList<>(Collections.nCopies(visited.ages().size(), 0L));
    long open = 0;
    int last = 0;
    for (int i = 0; i < ages.size(); i++) {
      open += visited.ages().get(i);
      if (open >= minCount) {
        ages.set(i, open);
        last = i;
        open = 0;
      }
    }
    ages.set(last, ages.get(last) + open);
    while (ages.get(ages.size() - 1) == 0) {
      ages.remove(ages.size() - 1);
    }
    return new Visited(visited.least(), visited.recurrences(), visited.chances(), ages);
  }
}
