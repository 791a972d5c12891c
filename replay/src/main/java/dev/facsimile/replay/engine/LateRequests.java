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
        public boolean isBusy() {
          return false;
        }
      };

  /**
   * Makes a request; what it waited for has ended.
   *
   * @param made takes it, on the event loop
   */
  void make(Due due, Consumer<Due> made);

  /** Whether some are not made yet. */
  boolean isBusy();
}
