package dev.facsimile.replay.simulator;

import java.util.Arrays;
import java.util.Optional;

/** The protocols that are served, by their path. */
enum Protocol {
  CHAT("/v1/chat/completions"),
  COMPLETIONS("/v1/completions"),
  RESPONSES("/v1/responses"),
  MESSAGES("/v1/messages");

  private final String path;

  Protocol(String path) {
    this.path = path;
  }

  static Optional<Protocol> of(String path) {
    return Arrays.stream(values()).filter(p -> p.path.equals(path)).findFirst();
  }
}
