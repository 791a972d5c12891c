package dev.facsimile.spark;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/** Opens logs, and stretches of them, on any file system that Spark knows. */
final class LogFiles implements Serializable {
  private static final long serialVersionUID = 1;

  private final SerializableConfiguration configuration;

  LogFiles(SerializableConfiguration configuration) {
    this.configuration = configuration;
  }

  private FSDataInputStream open(String uri) throws IOException {
    Path path = new Path(uri);
    FileSystem files = path.getFileSystem(configuration.value());
    return files.open(path);
  }

  /** A whole log, as it is stored. */
  InputStream whole(String uri) throws IOException {
    return open(uri);
  }

  /** A stretch of a log, behind {@code head}. */
  InputStream stretch(String uri, long offset, long bytes, byte[] head) throws IOException {
    FSDataInputStream in = open(uri);
    in.seek(offset);
    InputStream limited = new Limited(in, bytes);
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
