package dev.facsimile.replay.engine;

/**
 * Whatever holds of an engine on one event loop holds where its connections are spread over three.
 */
class EngineOfSeveralLoopsTest extends EngineTest {
  @Override
  int loops() {
    return 3;
  }
}
