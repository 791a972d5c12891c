package dev.facsimile.trace.header;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of Facsimile, as the build wrote it. */
public final class ToolVersion {
  /** Such as {@code 0.1.0}. */
  public static final String CURRENT = read();

  private ToolVersion() {}

  private static String read() {
    try (InputStream in = ToolVersion.class.getResourceAsStream("/dev/facsimile/trace/version")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
