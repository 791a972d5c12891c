package dev.facsimile.replay.engine;

/** How a server is reached. */
public enum Way {
  /** At its own address. */
  DIRECT,

  /** Through a tunnel that an HTTP proxy opens ({@code CONNECT}). */
  HTTP_PROXY,

  /** Through a tunnel that a SOCKS 5 proxy opens, which looks the server's name up. */
  SOCKS_PROXY
}
