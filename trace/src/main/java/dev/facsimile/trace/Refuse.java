package dev.facsimile.trace;

/** Refuses nonsense at a record's door. */
final class Refuse {
  private Refuse() {}

  static void negative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 0 or more");
    }
  }
}
