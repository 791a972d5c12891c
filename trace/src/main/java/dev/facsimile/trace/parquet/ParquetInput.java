package dev.facsimile.trace.parquet;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Opens files for Parquet's readers, on the file system of the path. */
final class ParquetInput {
  private ParquetInput() {}

  /** A file to read; that it is there is seen when it is opened. */
  static InputFile of(Path file) {
    return file.getFileSystem() == FileSystems.getDefault()
        ? new LocalInputFile(file)
        : new Elsewhere(file);
  }

  /** A file that the operating system does not know. */
  private record Elsewhere(Path file) implements InputFile {
    @Override
    public long getLength() throws IOException {
      return Files.size(file);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      return new Stream(Files.newByteChannel(file));
    }

    @Override
    public String toString() {
      return file.toString();
    }
  }

  private static final class Stream extends DelegatingSeekableInputStream {
    private final SeekableByteChannel channel;

    Stream(SeekableByteChannel channel) {
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
