package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.prefix.PrefixFit;
import dev.facsimile.synth.prefix.PrefixSizes;
import dev.facsimile.trace.file.Json;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What of linked requests is told in their order: samples of continuations, times of the trunk's
 * places, blocks that recur, and generations. Holds 4 bytes a request, 16 for a prompt that starts
 * anew, and 40 for each block that recurs.
 */
public final class InOrder {
  private final List<PrefixFit> prefixes;
  private int[] generations = new int[1024];
  private int size;

  /** For linked parts. */
  public InOrder(LinkPart.Work work) {
    prefixes = work.trunks().stream().map(trunk -> new PrefixFit(work.minCount(), trunk)).toList();
  }

  /** Takes the next part. */
  public void add(LinkPart.Linked part) {
    part.prefixes().tell(prefixes);
    LinkRows rows = part.rows();
    if (size + rows.size() > generations.length) {
      int more = Math.max(2 * generations.length, size + rows.size());
      generations = Arrays.copyOf(generations, more);
    }
    int turn = 0;
    for (int row = 0; row < rows.size(); row++) {
      generations[size++] =
          rows.isTurn(row) ? generations[(int) rows.growth(turn++).parent()] + 1 : 0;
    }
  }

  /**
   * What is asked of it at the end.
   *
   * @param donors requests of which the generation is asked
   * @param durationNanos of the trace
   * @param sizes by stratum
   */
  public record Question(long[] donors, long durationNanos, List<PrefixSizes> sizes)
      implements Serializable {

    public Question {
      sizes = List.copyOf(sizes);
    }
  }

  /**
   * What it tells at the end.
   *
   * @param generations of the donors
   * @param reuse by stratum, as text; empty where no prompt has blocks
   */
  public record Told(int[] generations, List<String> reuse) implements Serializable {

    /** The prefix reuse of a stratum. */
    Optional<PrefixReuse> reuse(int stratum) {
      return Optional.of(reuse.get(stratum))
          .filter(text -> !text.isEmpty())
          .map(text -> Json.read(text, PrefixReuse.class));
    }
  }

  /** What all parts tell. */
  public Told told(Question question) {
    List<String> reuse = new ArrayList<>();
    for (int stratum = 0; stratum < prefixes.size(); stratum++) {
      PrefixFit fit = prefixes.get(stratum);
      reuse.add(
          fit.seen()
              ? Json.line(fit.reuse(question.durationNanos(), question.sizes().get(stratum)))
              : "");
    }
    return new Told(
        Arrays.stream(question.donors()).mapToInt(donor -> generations[(int) donor]).toArray(),
        List.copyOf(reuse));
  }
}
