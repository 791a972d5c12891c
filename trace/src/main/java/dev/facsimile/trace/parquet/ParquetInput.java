package dev.facsimile.trace.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Opens files for Parquet's readers, on the file system of the path. */
final class ParquetInput {
  private ParquetInput() {}

  /** A file to read; that it is there is seen when it is opened. */
  static InputFile of(Path file) {
    return new Input(file);
  }

  private record Input(Path file) implements InputFile {
    @Override
    public long getLength() throws IOException {
      return Files.size(file);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      return file.getFileSystem() == FileSystems.getDefault()
          ? new LocalStream(new RandomAccessFile(file.toFile(), "r"))
          : new ChannelStream(Files.newByteChannel(file));
    }

    /** What Parquet's messages call it: they become part of sentences that name the file. */
    @Override
    public String toString() {
      return "it";
    }
  }

  /**
   * Of a file that the operating system knows. Parquet's own reads one byte at a time for those who
   * ask for an array, as the joining of files does.
   */
  private static final class LocalStream extends DelegatingSeekableInputStream {
    private final RandomAccessFile file;

    LocalStream(RandomAccessFile file) {
      super(new Bytes(file));
      this.file = file;
    }

    @Override
    public long getPos() throws IOException {
      return file.getFilePointer();
    }

    @Override
    public void seek(long position) throws IOException {
      file.seek(position);
    }
  }

  /** The bytes of a file from where it stands. */
  private static final class Bytes extends InputStream {
    private final RandomAccessFile file;

    Bytes(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return file.read(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private static final class ChannelStream extends DelegatingSeekableInputStream {
    private final SeekableByteChannel channel;

    ChannelStream(SeekableByteChannel channel) {
      super(Channels.newInputStream(channel));
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }
  }
}
