package dev.facsimile.replay.simulator;

import dev.facsimile.replay.tls.PemKey;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** The simulated server's side of TLS, by the JVM's own code. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * A context that offers HTTP/2 and HTTP/1.1.
   *
   * @param certificate PEM file of the server's certificates, its own first
   * @param key PEM file of its private key
   * @throws dev.facsimile.trace.file.InputException if a file does not hold that
   */
  public static SslContext context(Path certificate, Path key) throws IOException {
    PemKey pem = PemKey.read(certificate, key);
    try {
      return SslContextBuilder.forServer(pem.key(), pem.certificates())
          .sslProvider(SslProvider.JDK)
          .applicationProtocolConfig(
              new ApplicationProtocolConfig(
                  ApplicationProtocolConfig.Protocol.ALPN,
                  ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                  ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                  ApplicationProtocolNames.HTTP_2,
                  ApplicationProtocolNames.HTTP_1_1))
          .build();
    } catch (SSLException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
