package dev.facsimile.spark.paths;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/** The entries of a directory, as they come. */
final class Listing implements DirectoryStream<Path> {
  private final HadoopPath folder;
  private final RemoteIterator<FileStatus> entries;
  private final Filter<? super Path> filter;

  Listing(HadoopPath folder, RemoteIterator<FileStatus> entries, Filter<? super Path> filter) {
    this.folder = folder;
    this.entries = entries;
    this.filter = filter;
  }

  @Override
  public Iterator<Path> iterator() {
    return new Entries();
  }

  @Override
  public void close() {}

  private final class Entries implements Iterator<Path> {
    private Optional<Path> ready = Optional.empty();

    @Override
    public boolean hasNext() {
      try {
        while (ready.isEmpty() && entries.hasNext()) {
          Path path = folder.listed(entries.next());
          ready = filter.accept(path) ? Optional.of(path) : Optional.empty();
        }
      } catch (IOException e) {
        throw new DirectoryIteratorException(e);
      }
      return ready.isPresent();
    }

    @Override
    public Path next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Path path = ready.get();
      ready = Optional.empty();
      return path;
    }
  }
}
