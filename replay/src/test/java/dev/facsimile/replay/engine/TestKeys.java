package dev.facsimile.replay.engine;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;

/**
 * A key of a server called localhost, made anew by the JDK's own tool.
 *
 * @param certificate PEM file of its certificate
 * @param key PEM file of the key itself, PKCS#8
 */
public record TestKeys(KeyManagerFactory keys, Path certificate, Path key) {
  private static final String PASSWORD = "not-a-secret";

  /** Makes one in a folder. */
  public static TestKeys make(Path folder) throws Exception {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost",
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    KeyStore keyStore = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keyStore.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(keyStore, PASSWORD.toCharArray());
    Path certificate = folder.resolve("server.pem");
    Files.writeString(
        certificate,
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(keyStore.getCertificate("server").getEncoded())
            + "\n-----END CERTIFICATE-----\n");
    Path key = folder.resolve("server.key");
    Files.writeString(
        key,
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder()
                .encodeToString(keyStore.getKey("server", PASSWORD.toCharArray()).getEncoded())
            + "\n-----END PRIVATE KEY-----\n");
    return new TestKeys(keys, certificate, key);
  }
}
