package dev.facsimile.spark;

import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputFiles;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Opens logs, and stretches of them, on any file system that Spark knows. */
final class LogFiles implements Serializable {
  private static final long serialVersionUID = 1;

  private final ClusterPaths paths;

  LogFiles(ClusterPaths paths) {
    this.paths = paths;
  }

  /** Where a log lies. */
  Path path(String log) {
    return paths.path(log);
  }

  /** A whole log, as it is stored. */
  InputStream whole(String log) throws IOException {
    return Files.newInputStream(path(log));
  }

  /** SHA-256 of each of some logs, a task for each. */
  List<String> sha256(SparkSession session, List<Path> logs) {
    List<String> names = logs.stream().map(ClusterPaths::text).toList();
    return JavaSparkContext.fromSparkContext(session.sparkContext())
        .parallelize(names, names.size())
        .map(log -> InputFiles.sha256(path(log)))
        .collect();
  }

  /** A stretch of a log, behind {@code head}. */
  InputStream stretch(String log, long offset, long bytes, byte[] head) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(path(log)).position(offset);
    InputStream limited = new Limited(Channels.newInputStream(channel), bytes);
    return head.length == 0
        ? limited
        : new SequenceInputStream(new ByteArrayInputStream(head), limited);
  }

  /** At most so many bytes of a stream. */
  private static final class Limited extends FilterInputStream {
    private long left;

    Limited(InputStream in, long bytes) {
      super(in);
      left = bytes;
    }

    @Override
    public int read() throws IOException {
      if (left == 0) {
        return -1;
      }
      int b = super.read();
      left -= b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0) {
        return length == 0 ? 0 : -1;
      }
      int read = super.read(buffer, offset, (int) Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
