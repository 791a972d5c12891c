package dev.facsimile.replay.engine;

/** Which HTTP a server is spoken to with. */
public enum HttpVersion {
  /** HTTP/1.1. */
  HTTP_1_1,

  /** HTTP/2: agreed on by ALPN where there is TLS, by prior knowledge where there is none. */
  HTTP_2,

  /** What the server chooses by ALPN where there is TLS; HTTP/1.1 where there is none. */
  AUTO
}
