package dev.facsimile.replay.endpoint;

import java.time.Clock;
import java.util.Optional;

/** What answers are read with in tests. */
final class Reading {
  static final HttpAnswer.Settings WITHOUT_TEXT =
      new HttpAnswer.Settings(Optional.empty(), Clock.systemUTC());

  private Reading() {}

  static HttpAnswer.Settings withText() {
    return new HttpAnswer.Settings(Optional.of(new KeptText(TextKeeping.all())), Clock.systemUTC());
  }
}
