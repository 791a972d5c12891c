package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Prosecutor risk. The attacker knows that somebody is in the release and knows his
 * quasi-identifiers; he picks one of the units that share them, and is right with probability 1 ÷
 * class size (K. El Emam and F. K. Dankar, "Protecting privacy using k-anonymity", JAMIA 15, 2008;
 * the record-level risk of ISO/IEC 27559). The mean over units is classes ÷ units.
 *
 * <p>Where a unit has many rows, its quasi-identifiers are the <em>sets</em> of values that it uses
 * of each attribute. Where each request is a unit, they are its attributes and both its lengths.
 *
 * @param on the quasi-identifiers with any value, by column
 * @param max 1 ÷ the smallest class
 * @param mean the mean over the units
 * @param belowK units in classes smaller than k; the interval takes the units as a sample
 * @param classes distinct quasi-identifiers
 * @param smallestClass units in the smallest class
 */
public record ProsecutorRisk(
    List<String> on, double max, double mean, Estimate belowK, long classes, long smallestClass) {
  private static final List<Attribute> QUASI =
      Arrays.stream(Attribute.values()).filter(Attribute::quasi).toList();

  public ProsecutorRisk {
    on = List.copyOf(on);
  }

  /** Of one side of the policy. */
  static ProsecutorRisk of(Population population, Side side, int k) {
    boolean requests = population.unit == DataUnit.REQUEST;
    long[] signatures = requests ? ofRequests(side) : ofUnits(population, side);
    ClassSizes sizes = ClassSizes.of(signatures, k);
    return new ProsecutorRisk(
        columns(side, requests),
        1.0 / sizes.smallest(),
        (double) sizes.classes() / sizes.members(),
        Estimate.share(sizes.belowK(), sizes.members()),
        sizes.classes(),
        sizes.smallest());
  }

  private static List<String> columns(Side side, boolean requests) {
    List<String> columns =
        new ArrayList<>(
            QUASI.stream().filter(a -> side.profiles.values(a) > 0).map(Attribute::word).toList());
    if (requests && side.inputLengths().length > 0) {
      columns.add("input_tokens");
    }
    if (requests && side.outputLengths().length > 0) {
      columns.add("output_tokens");
    }
    return columns;
  }

  private static long[] ofRequests(Side side) {
    long[] signatures = new long[side.rows()];
    for (int row = 0; row < signatures.length; row++) {
      long signature = mix(mix(0, side.codedInput(row)), side.codedOutput(row));
      for (Attribute attribute : QUASI) {
        signature = mix(signature, side.code(row, attribute));
      }
      signatures[row] = signature;
    }
    return signatures;
  }

  /** A set's signature is the sum of its members', so that their order does not matter. */
  private static long[] ofUnits(Population population, Side side) {
    Grouped byUnit = population.byUnit();
    long[] signatures = new long[byUnit.groups()];
    int[] seenIn = new int[side.profiles.size()];
    for (int unit = 0; unit < signatures.length; unit++) {
      Set<Long> values = new HashSet<>();
      for (int i = 0; i < byUnit.size(unit); i++) {
        int profile = side.profile(byUnit.row(unit, i));
        if (seenIn[profile] != unit + 1) {
          seenIn[profile] = unit + 1;
          for (Attribute attribute : QUASI) {
            values.add((long) attribute.ordinal() << 32 | side.profiles.code(profile, attribute));
          }
        }
      }
      for (long value : values) {
        signatures[unit] += SeededStreams.mix(value + 1);
      }
    }
    return signatures;
  }

  private static long mix(long signature, long value) {
    return SeededStreams.mix(signature * 31 + value);
  }
}
