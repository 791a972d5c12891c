package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.tls.PemKey;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Whom the client trusts, and what it shows of itself. */
final class Tls {
  private Tls() {}

  /**
   * TLS by the JVM's own code.
   *
   * @param authorities file of certificates (PEM) to trust in place of the JVM's own
   * @param insecure whether any certificate is taken
   * @param own what the client shows of itself where the server asks for it
   * @param http what the server is asked to speak
   */
  static SslContext context(
      Optional<Path> authorities,
      boolean insecure,
      Optional<ReplayOptions.ClientKey> own,
      HttpVersion http)
      throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    if (own.isPresent()) {
      PemKey pem = PemKey.read(own.get().certificate(), own.get().key());
      builder.keyManager(pem.key(), pem.certificates());
    }
    if (http != HttpVersion.HTTP_1_1) {
      builder.applicationProtocolConfig(asked(http));
    }
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

  /** Best first (ALPN, RFC 7301); a server that does not choose speaks HTTP/1.1. */
  private static ApplicationProtocolConfig asked(HttpVersion http) {
    List<String> names = new ArrayList<>(List.of(ApplicationProtocolNames.HTTP_2));
    if (http == HttpVersion.AUTO) {
      names.add(ApplicationProtocolNames.HTTP_1_1);
    }
    return new ApplicationProtocolConfig(
        ApplicationProtocolConfig.Protocol.ALPN,
        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
        names);
  }
}
