package dev.facsimile.replay.simulator.engine;

/** Who hears of what an engine has made. Called in the order of time, from within the engine. */
public interface EngineListener {

  /**
   * Output tokens are there.
   *
   * @param tokens how many, 1 or more
   * @param last whether the answer is complete
   */
  void tokens(Sequence sequence, int tokens, boolean last, long atNanos);

  /** The engine has died under a sequence. */
  void lost(Sequence sequence, long atNanos);
}
