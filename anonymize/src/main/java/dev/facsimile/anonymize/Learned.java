package dev.facsimile.anonymize;

import java.util.OptionalLong;

/**
 * What is known of a whole trace before a row of it is masked: the numbers of its ids above all.
 */
interface Learned {
  /** The number of a request with that code; absent if it is no row of the trace. */
  OptionalLong request(long code);

  /** The number of a session that is in the trace. */
  long session(long code);

  /** The number of a tenant that is in the trace. */
  long tenant(long code);

  /** The number of a user that is in the trace; only where users are released. */
  long user(long code);

  /** A small number of a request with that code, from 1; 0 if none is held. */
  int requestPlace(long code);

  /** The largest of those. */
  int requestPlaces();

  /**
   * The numbers of the first blocks of a unit's request.
   *
   * @param blocks as {@link Codes#blocks} gives them
   * @param told how many
   * @param unit the unit's code
   */
  long[] blocks(long[] blocks, int told, long unit);

  /** Numbers that blocks have, from 1 on. */
  long blockNumbers();

  /** What is learnt of all rows, all being added. */
  Overview overview();
}
