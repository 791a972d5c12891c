package dev.facsimile.spark.paths;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

/**
 * Makes paths of what users write: {@code hdfs://nn/logs}, {@code s3a://bucket/logs} and whatever
 * else Hadoop's configuration has a file system for; without a scheme, or with {@code file:}, a
 * path of the machine that asks. Goes to tasks, which make their paths of the text of others.
 */
public final class ClusterPaths implements Serializable {
  private static final long serialVersionUID = 1;

  /** Longer than the letter of a drive. */
  private static final Pattern WITH_SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:/.*");

  private static final String HADOOP_SETTING = "spark.hadoop.";

  private final SerializableConfiguration configuration;

  private ClusterPaths(Configuration configuration) {
    this.configuration = new SerializableConfiguration(configuration);
  }

  /** As a configuration of Hadoop's sees them. */
  static ClusterPaths of(Configuration configuration) {
    return new ClusterPaths(configuration);
  }

  /** As a session's tasks see them. */
  public static ClusterPaths of(SparkSession session) {
    return new ClusterPaths(session.sparkContext().hadoopConfiguration());
  }

  /** As spark-submit was configured, before there is a session. */
  public static ClusterPaths submitted() {
    Configuration configuration = new Configuration();
    for (Tuple2<String, String> setting : new SparkConf().getAll()) {
      if (setting._1().startsWith(HADOOP_SETTING)) {
        configuration.set(setting._1().substring(HADOOP_SETTING.length()), setting._2());
      }
    }
    return new ClusterPaths(configuration);
  }

  /**
   * The path that a text names; nothing in it is escaped.
   *
   * @throws InputException if there is no file system for its scheme, or it cannot be reached
   */
  public Path path(String text) {
    if (!WITH_SCHEME.matcher(text).matches()) {
      return Path.of(text);
    }
    org.apache.hadoop.fs.Path named = new org.apache.hadoop.fs.Path(text);
    String scheme = named.toUri().getScheme();
    if (scheme.equals("file")) {
      return Path.of(named.toUri().getPath());
    }
    try {
      FileSystem hadoop = named.getFileSystem(configuration.value());
      return new HadoopFiles(hadoop, named.toUri()).getPath(named.toUri().getPath());
    } catch (UnsupportedFileSystemException e) {
      throw new InputException(
          text + ": Spark knows no file system of the scheme '" + scheme + "'");
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(text + ": cannot be reached: " + e.getMessage());
    }
  }

  /** What {@link #path} makes the path of again, in any process that sees the same files. */
  public static String text(Path path) {
    return path.getFileSystem() == FileSystems.getDefault()
        ? path.toAbsolutePath().toString()
        : path.toString();
  }
}
