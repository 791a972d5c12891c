package dev.facsimile.spark.paths;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;

/**
 * One of Hadoop's file systems, such as a name node or a bucket. Open as long as Hadoop's own is,
 * which all in a process share.
 */
final class HadoopFiles extends FileSystem {
  static final String SEPARATOR = "/";

  private final org.apache.hadoop.fs.FileSystem hadoop;
  private final String scheme;
  private final String authority;

  /**
   * A file system.
   *
   * @param named a path on it, as it was given: its scheme may be another name for Hadoop's
   */
  HadoopFiles(org.apache.hadoop.fs.FileSystem hadoop, URI named) {
    this.hadoop = hadoop;
    this.scheme = named.getScheme();
    this.authority =
        Optional.ofNullable(named.getAuthority())
            .or(() -> Optional.ofNullable(hadoop.getUri().getAuthority()))
            .orElse("");
  }

  org.apache.hadoop.fs.FileSystem hadoop() {
    return hadoop;
  }

  /** What stands before an absolute path. */
  String prefix() {
    return scheme + "://" + authority;
  }

  /** Hadoop's path of an absolute one. */
  org.apache.hadoop.fs.Path hadoopPath(String absolute) {
    return new org.apache.hadoop.fs.Path(scheme, authority, absolute);
  }

  boolean knowsPermissions() {
    try {
      return hadoop.hasPathCapability(hadoopPath(SEPARATOR), CommonPathCapabilities.FS_PERMISSIONS);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public FileSystemProvider provider() {
    return HadoopProvider.INSTANCE;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("the file system is Spark's");
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return SEPARATOR;
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(new HadoopPath(this, true, List.of()));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of(new HadoopStore(this));
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return knowsPermissions() ? Set.of("basic", "posix") : Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    String whole = more.length == 0 ? first : first + SEPARATOR + String.join(SEPARATOR, more);
    List<String> names = new ArrayList<>();
    for (String name : whole.split(SEPARATOR)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return new HadoopPath(this, whole.startsWith(SEPARATOR), names);
  }

  /** Globs with or without the scheme in front, and regular expressions, on absolute paths. */
  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    int colon = syntaxAndPattern.indexOf(':') + 1;
    String pattern = syntaxAndPattern.substring(colon);
    String bare = pattern.startsWith(prefix()) ? pattern.substring(prefix().length()) : pattern;
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher(syntaxAndPattern.substring(0, colon) + bare);
    return path -> path instanceof HadoopPath its && matcher.matches(Path.of(its.inside()));
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("users of " + prefix() + " are not looked up");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException(prefix() + " is not watched");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HadoopFiles its && prefix().equals(its.prefix());
  }

  @Override
  public int hashCode() {
    return prefix().hashCode();
  }
}
