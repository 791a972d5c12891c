package dev.facsimile.ingest;

import dev.facsimile.trace.file.AtomicFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where the prompts of rows are that wait to be put in order: in memory as long as there is little
 * of them, then in a hidden file beside the trace that only its owner may read, gone at the end. So
 * a window of thousands of rows holds no more than {@value #IN_MEMORY} characters of content.
 */
final class ContentParking implements Closeable {
  private static final long IN_MEMORY = 4L << 20;

  /** A content in the file. */
  record Place(long offset, int length) {}

  private final Path output;
  private Optional<AtomicFile> file = Optional.empty();
  private Optional<FileChannel> channel = Optional.empty();
  private long end;
  private long inMemory;
  private long inFile;

  /**
   * An empty parking.
   *
   * @param output the trace beside which the file may lie
   */
  ContentParking(Path output) {
    this.output = output;
  }

  /** The row to wait with: without its content if that is in the file now. */
  Placed park(Placed row) throws IOException {
    long characters = characters(row);
    if (inMemory + characters <= IN_MEMORY || characters == 0) {
      inMemory += characters;
      return row;
    }
    byte[] bytes = row.row().content().orElseThrow().getBytes(StandardCharsets.UTF_8);
    Place place = new Place(end, bytes.length);
    write(bytes);
    inFile++;
    return row.parkedAt(Optional.of(place), Optional.empty());
  }

  /** The row as it came, to go on with. */
  Placed leave(Placed row) throws IOException {
    if (row.parked().isEmpty()) {
      inMemory -= characters(row);
      return row;
    }
    String content = read(row.parked().get());
    if (--inFile == 0) {
      end = 0;
    }
    return row.parkedAt(Optional.empty(), Optional.of(content));
  }

  private static long characters(Placed row) {
    return row.row().content().map(String::length).orElse(0);
  }

  private void write(byte[] bytes) throws IOException {
    if (channel.isEmpty()) {
      Path beside = output.toAbsolutePath().resolveSibling("." + output.getFileName() + ".parked");
      file = Optional.of(AtomicFile.createPrivate(beside));
      channel =
          Optional.of(
              FileChannel.open(
                  file.get().path(),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      end += channel.get().write(buffer, end);
    }
  }

  private String read(Place place) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(place.length());
    while (buffer.hasRemaining()) {
      if (channel.orElseThrow().read(buffer, place.offset() + buffer.position()) < 0) {
        throw new EOFException("the file of parked contents ends early");
      }
    }
    return new String(buffer.array(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
      file.orElseThrow().close();
    }
  }
}
