package dev.facsimile.analyze.gate;

import java.util.Optional;

/**
 * One line of a gate.
 *
 * @param name the user's name for it
 * @param figure a figure's name
 * @param slice of which slice, {@code dimension=value}; absent for the whole run
 * @param bound what is asked of it
 * @param written the bound as the user wrote it
 */
record Rule(String name, String figure, Optional<String> slice, Bound bound, String written) {

  /** The figure and its slice. */
  String subject() {
    return slice.map(key -> key + " ").orElse("") + figure;
  }
}
