package dev.facsimile.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read from a stream. */
final class CountedBytes extends FilterInputStream {
  private long bytes;

  CountedBytes(InputStream in) {
    super(in);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      bytes++;
    }
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      bytes += count;
    }
    return count;
  }
}
