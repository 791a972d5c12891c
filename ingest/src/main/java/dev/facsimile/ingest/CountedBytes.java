package dev.facsimile.ingest;

import dev.facsimile.trace.file.InputFiles;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** Counts and digests the bytes read from a stream. */
final class CountedBytes extends FilterInputStream {
  private final MessageDigest digest = InputFiles.sha256();

  /** Written by whoever reads, shown by whoever asks for the progress. */
  private volatile long bytes;

  CountedBytes(InputStream in) {
    super(in);
  }

  long bytes() {
    return bytes;
  }

  /** Reads what is left and gives the SHA-256 of the whole stream; can be asked once. */
  String sha256() throws IOException {
    byte[] rest = new byte[1 << 16];
    int count = read(rest, 0, rest.length);
    while (count >= 0) {
      count = read(rest, 0, rest.length);
    }
    return InputFiles.hex(digest);
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      bytes++;
      digest.update((byte) value);
    }
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      bytes += count;
      digest.update(buffer, offset, count);
    }
    return count;
  }
}
