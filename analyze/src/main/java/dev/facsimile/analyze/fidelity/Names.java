package dev.facsimile.analyze.fidelity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Numbers names from 0 in the order of their first appearance. */
final class Names implements Serializable {
  private static final long serialVersionUID = 1;

  private final HashMap<String, Integer> numbers = new HashMap<>();
  private final ArrayList<String> names = new ArrayList<>();
  private String last = "";
  private int lastNumber = -1;

  int number(String name) {
    if (lastNumber < 0 || !name.equals(last)) {
      lastNumber =
          numbers.computeIfAbsent(
              name,
              added -> {
                names.add(added);
                return names.size() - 1;
              });
      last = name;
    }
    return lastNumber;
  }

  /** The names by their numbers. */
  List<String> list() {
    return List.copyOf(names);
  }
}
