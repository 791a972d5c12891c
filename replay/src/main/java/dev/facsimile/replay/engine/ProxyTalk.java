package dev.facsimile.replay.engine;

import java.io.IOException;
import java.util.Optional;

/** What is said to a proxy so that it opens a tunnel to a server. Of one connection. */
interface ProxyTalk {

  /** What the client begins with. */
  byte[] opening();

  /**
   * Takes what the proxy says.
   *
   * @return what the client says to it, if anything
   * @throws IOException if the proxy does not open the tunnel; the message says why
   */
  Optional<byte[]> hear(byte[] bytes) throws IOException;

  /** Whether the tunnel stands. */
  boolean stands();

  /** What has come of the server behind the proxy's own words. */
  byte[] beyond();
}
