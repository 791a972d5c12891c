package dev.facsimile.replay.engine;

import java.util.function.Consumer;

/** Makes requests whose words wait for an answer. For the event loop alone. */
interface LateRequests {

  /** Makes each at once, where it stands: for loads without such requests, and for tests. */
  LateRequests AT_ONCE =
      new LateRequests() {
        @Override
        public void make(Due due, Consumer<Due> made) {
          made.accept(new Due(due.request().later().orElseThrow().get(), due.scheduledNanos()));
        }

        @Override
        public boolean isBusyBefore(long nanos) {
          return false;
        }

        @Override
        public void giveUp(long nanos) {
          // None is open.
        }
      };

  /**
   * Makes a request; what it waited for has ended.
   *
   * @param made takes it, on the event loop
   */
  void make(Due due, Consumer<Due> made);

  /** Whether some that are due before {@code nanos} are not made yet. */
  boolean isBusyBefore(long nanos);

  /**
   * Makes nothing more: what is due before {@code nanos} is given as it is, unmade, now or once it
   * is asked for, and the rest never.
   */
  void giveUp(long nanos);
}
