package dev.facsimile.replay.simulator;

import io.netty.channel.Channel;

/** What makes the tokens behind the HTTP front. For the event loop alone. */
interface Backend {

  /** Takes a request in, and answers on its channel sooner or later, or not at all. */
  void accept(Channel channel, Ask ask);

  /** The client of an answer under way has gone. */
  void abandon(AnswerStream stream);

  /** Its figures in Prometheus' text form. */
  String metrics();

  /** How late it was with its own tokens. */
  Lateness lateness();
}
