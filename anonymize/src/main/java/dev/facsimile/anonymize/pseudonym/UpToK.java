package dev.facsimile.anonymize.pseudonym;

import java.util.Arrays;

/** The distinct units that had something, remembered up to k of them; 4 bytes for each. */
public final class UpToK {
  private int[] units = {};

  /** Adds a unit unless it is there, or k are. */
  public void add(int unit, int k) {
    if (units.length < k && indexOf(unit) < 0) {
      units = Arrays.copyOf(units, units.length + 1);
      units[units.length - 1] = unit;
    }
  }

  /** Distinct units, at most k. */
  public int count() {
    return units.length;
  }

  /** The {@code index}th unit that was added. */
  int get(int index) {
    return units[index];
  }

  /** Where {@code unit} is, or below 0. */
  int indexOf(int unit) {
    for (int i = 0; i < units.length; i++) {
      if (units[i] == unit) {
        return i;
      }
    }
    return -1;
  }
}
