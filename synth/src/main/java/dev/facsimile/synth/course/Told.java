package dev.facsimile.synth.course;

import dev.facsimile.trace.header.Declared;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a workload's header tells of its what-ifs.
 *
 * @param declared for programs
 * @param sentences for people
 * @param options each what-if as it was asked for
 */
public record Told(Declared declared, List<String> sentences, List<String> options) {

  /** Nothing is to differ. */
  public static final Told NOTHING = new Told(Declared.NOTHING, List.of(), List.of());

  public Told {
    sentences = List.copyOf(sentences);
    options = List.copyOf(options);
  }

  /** The same and one more sentence; these fidelity axes are meant to differ. */
  public Told with(String sentence, List<String> axes) {
    Set<String> all = new LinkedHashSet<>(declared.axes().orElse(List.of()));
    all.addAll(axes);
    return new Told(
        all.isEmpty() ? declared : declared.withAxes(List.copyOf(all)),
        plus(sentences, sentence),
        options);
  }

  /** The same and another form for programs. */
  public Told with(Declared other) {
    return new Told(other, sentences, options);
  }

  /** The same and one more what-if that was asked for. */
  public Told withOption(String option) {
    return new Told(declared, sentences, plus(options, option));
  }

  private static List<String> plus(List<String> list, String one) {
    List<String> longer = new ArrayList<>(list);
    longer.add(one);
    return longer;
  }
}
