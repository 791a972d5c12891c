package dev.facsimile.ingest;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A log to read: a file, or standard input. Gzip and zstd are known by their first bytes, whatever
 * the name says. A file can be opened any number of times; of standard input the beginning (at most
 * {@value #HEAD} bytes) is held while its format is recognised, and the whole can be read once.
 */
public final class LogSource {
  /** How standard input is named on the command line and in sentences. */
  public static final String STDIN = "-";

  private static final int HEAD = 4 << 20;
  private static final int BUFFER = 1 << 16;

  private final Path label;
  private final Optional<InputStream> standardInput;
  private final boolean named;
  private Optional<byte[]> head = Optional.empty();

  private LogSource(Path label, Optional<InputStream> standardInput, boolean named) {
    this.label = label;
    this.standardInput = standardInput;
    this.named = named;
  }

  /**
   * A log in a file.
   *
   * @throws InputException if it is missing, a directory, unreadable or empty
   */
  public static LogSource file(Path file) throws IOException {
    InputFiles.requireFile(file);
    // A pipe, such as a shell's <(zcat a.gz), can be read only once.
    Optional<InputStream> pipe =
        Files.isRegularFile(file) ? Optional.empty() : Optional.of(Files.newInputStream(file));
    return new LogSource(file, pipe, true);
  }

  /** A file found in a folder that was named: it may turn out to be no log. */
  static LogSource found(Path file) throws IOException {
    InputFiles.requireFile(file);
    return new LogSource(file, Optional.empty(), false);
  }

  /** A log that comes in through {@code in}, such as standard input. */
  public static LogSource stream(InputStream in) {
    return new LogSource(Path.of(STDIN), Optional.of(in), true);
  }

  /** The file, or {@code -}. */
  public Path label() {
    return label;
  }

  /** Whether a user named it, so that it must be a log. */
  boolean isNamed() {
    return named;
  }

  /** Whether it can be read more than once. */
  boolean isFile() {
    return standardInput.isEmpty();
  }

  /** Size before decompression, where known. */
  OptionalLong size() throws IOException {
    return isFile() && Files.isRegularFile(label)
        ? OptionalLong.of(Files.size(label))
        : OptionalLong.empty();
  }

  /** The beginning, decompressed; of a file the whole. */
  InputStream beginning() throws IOException {
    if (isFile()) {
      return decompress(Files.newInputStream(label));
    }
    if (head.isEmpty()) {
      head = Optional.of(standardInput.get().readNBytes(HEAD));
    }
    return decompress(new ByteArrayInputStream(head.get()));
  }

  /** The whole, still compressed. */
  InputStream whole() throws IOException {
    if (isFile()) {
      return Files.newInputStream(label);
    }
    InputStream in = standardInput.get();
    return head.isEmpty() ? in : new SequenceInputStream(new ByteArrayInputStream(head.get()), in);
  }

  /** Decompresses {@code raw} as its first bytes say; closes it if that fails. */
  static InputStream decompress(InputStream raw) throws IOException {
    try {
      BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
      in.mark(4);
      byte[] magic = in.readNBytes(4);
      in.reset();
      if (isGzip(magic)) {
        return new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER);
      }
      if (isZstd(magic)) {
        return new BufferedInputStream(new ZstdInputStream(in), BUFFER);
      }
      return in;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** Whether a failure says that compressed bytes are not what they should be. */
  static boolean isOfCompression(IOException e) {
    return e instanceof ZipException || e instanceof ZstdIOException || e instanceof EOFException;
  }

  /** What is told of a log whose compressed bytes are not what they should be. */
  static InputException broken(Path label, IOException e) {
    return new InputException(label, "cannot be decompressed: " + e.getMessage(), e);
  }

  /** Whether a log that begins so is compressed. */
  static boolean isCompressed(byte[] magic) {
    return isGzip(magic) || isZstd(magic);
  }

  private static boolean isGzip(byte[] magic) {
    return startsWith(magic, 0x1f, 0x8b);
  }

  private static boolean isZstd(byte[] magic) {
    return startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd);
  }

  private static boolean startsWith(byte[] bytes, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
