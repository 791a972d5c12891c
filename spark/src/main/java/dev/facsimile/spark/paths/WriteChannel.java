package dev.facsimile.spark.paths;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataOutputStream;

/** Writes a file from its start to its end; what is written cannot be gone back to. */
final class WriteChannel implements SeekableByteChannel {
  private static final int COPIED = 1 << 16;

  private final FSDataOutputStream out;
  private boolean open = true;

  WriteChannel(FSDataOutputStream out) {
    this.out = out;
  }

  @Override
  public int read(ByteBuffer target) {
    throw new NonReadableChannelException();
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int length = source.remaining();
    if (source.hasArray()) {
      out.write(source.array(), source.arrayOffset() + source.position(), length);
      source.position(source.limit());
    } else {
      byte[] bytes = new byte[Math.min(COPIED, length)];
      while (source.hasRemaining()) {
        int some = Math.min(bytes.length, source.remaining());
        source.get(bytes, 0, some);
        out.write(bytes, 0, some);
      }
    }
    return length;
  }

  @Override
  public long position() {
    return out.getPos();
  }

  @Override
  public SeekableByteChannel position(long place) {
    if (place != out.getPos()) {
      throw new UnsupportedOperationException("a file is written from its start to its end");
    }
    return this;
  }

  @Override
  public long size() {
    return out.getPos();
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    if (length < out.getPos()) {
      throw new UnsupportedOperationException("a file is written from its start to its end");
    }
    return this;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      out.close();
    }
  }
}
