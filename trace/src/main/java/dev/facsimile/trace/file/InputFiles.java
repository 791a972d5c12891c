package dev.facsimile.trace.file;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Checks, digests and (de)compression of files by their name. */
public final class InputFiles {
  private static final int BUFFER = 1 << 16;
  private static final int ZSTD_LEVEL = 3;

  private InputFiles() {}

  /**
   * Refuses what cannot be read.
   *
   * @throws InputException if the file is missing, a directory, unreadable or empty
   */
  public static void requireFile(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new InputException(file, "is a directory, expected a file");
    }
    if (!Files.exists(file)) {
      throw new InputException(file, "no such file");
    }
    if (!Files.isReadable(file)) {
      throw new InputException(file, "cannot be read: permission denied");
    }
    if (Files.isRegularFile(file) && Files.size(file) == 0) {
      throw new InputException(file, "is empty");
    }
  }

  /** SHA-256 of the file's bytes, lower-case hex. */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return hex(digest);
  }

  /** A new SHA-256 digest. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends a digest: lower-case hex. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Opens a file, decompressed if its name ends in {@code .gz} or {@code .zst}. */
  public static InputStream open(Path file) throws IOException {
    return decompress(file.getFileName().toString(), Files.newInputStream(file));
  }

  /** Decompresses {@code raw} as the file name says; closes it if that fails. */
  private static InputStream decompress(String name, InputStream raw) throws IOException {
    try {
      if (name.endsWith(".gz")) {
        return new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER);
      }
      if (name.endsWith(".zst")) {
        return new BufferedInputStream(new ZstdInputStream(raw), BUFFER);
      }
      return new BufferedInputStream(raw, BUFFER);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** Opens {@code path} for writing, compressed as the file name {@code name} says. */
  static OutputStream create(Path path, String name) throws IOException {
    OutputStream raw = Files.newOutputStream(path);
    try {
      if (name.endsWith(".gz")) {
        return new BufferedOutputStream(new GZIPOutputStream(raw, BUFFER), BUFFER);
      }
      if (name.endsWith(".zst")) {
        return new BufferedOutputStream(new ZstdOutputStream(raw, ZSTD_LEVEL), BUFFER);
      }
      return new BufferedOutputStream(raw, BUFFER);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }
}
