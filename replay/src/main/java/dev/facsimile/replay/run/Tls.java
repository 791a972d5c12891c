package dev.facsimile.replay.run;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Whom the client trusts. */
final class Tls {
  private Tls() {}

  /**
   * TLS by the JVM's own code.
   *
   * @param authorities file of certificates (PEM) to trust in place of the JVM's own
   * @param insecure whether any certificate is taken
   */
  static SslContext context(Optional<Path> authorities, boolean insecure) throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    if (insecure) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm("");
    } else if (authorities.isPresent()) {
      InputFiles.requireFile(authorities.get());
      try {
        builder.trustManager(authorities.get().toFile());
      } catch (IllegalArgumentException e) {
        throw new InputException(authorities.get(), "holds no certificates, expected PEM", e);
      }
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
