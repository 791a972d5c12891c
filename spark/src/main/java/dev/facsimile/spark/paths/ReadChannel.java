package dev.facsimile.spark.paths;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** Reads a file from any place on. Goes there only when it reads: a store asks anew for each. */
final class ReadChannel implements SeekableByteChannel {
  private static final int COPIED = 1 << 16;

  private final FSDataInputStream in;
  private final long size;
  private long position;
  private boolean open = true;

  ReadChannel(FSDataInputStream in, long size) {
    this.in = in;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    if (position >= size) {
      return -1;
    }
    if (in.getPos() != position) {
      in.seek(position);
    }
    int read = target.hasArray() ? intoArray(target) : copied(target);
    position += Math.max(0, read);
    return read;
  }

  private int intoArray(ByteBuffer target) throws IOException {
    int read =
        in.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
    target.position(target.position() + Math.max(0, read));
    return read;
  }

  private int copied(ByteBuffer target) throws IOException {
    byte[] bytes = new byte[Math.min(COPIED, target.remaining())];
    int read = in.read(bytes, 0, bytes.length);
    target.put(bytes, 0, Math.max(0, read));
    return read;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long place) {
    if (place < 0) {
      throw new IllegalArgumentException("a place in a file is " + place + ", expected 0 or more");
    }
    position = place;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    in.close();
  }
}
