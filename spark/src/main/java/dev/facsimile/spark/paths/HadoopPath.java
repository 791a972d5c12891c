package dev.facsimile.spark.paths;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;

/**
 * A path on one of Hadoop's file systems. One out of a directory's listing remembers what the
 * listing told of it: an object store would be asked again for each of thousands.
 */
final class HadoopPath implements Path {
  private final HadoopFiles files;
  private final boolean absolute;
  private final List<String> names;
  private final Optional<FileStatus> listed;

  HadoopPath(HadoopFiles files, boolean absolute, List<String> names) {
    this(files, absolute, names, Optional.empty());
  }

  private HadoopPath(
      HadoopFiles files, boolean absolute, List<String> names, Optional<FileStatus> listed) {
    this.files = files;
    this.absolute = absolute;
    this.names = List.copyOf(names);
    this.listed = listed;
  }

  /** The entry of this directory that a listing tells of. */
  HadoopPath listed(FileStatus status) {
    List<String> its = new ArrayList<>(names);
    its.add(status.getPath().getName());
    return new HadoopPath(files, absolute, its, Optional.of(status));
  }

  /** What a listing told of it. */
  Optional<FileStatus> listed() {
    return listed;
  }

  /** A path of ours. */
  static HadoopPath of(Path path) {
    if (path instanceof HadoopPath its) {
      return its;
    }
    throw new ProviderMismatchException(path + " is on another file system");
  }

  HadoopFiles files() {
    return files;
  }

  org.apache.hadoop.fs.Path hadoop() {
    return files.hadoopPath(((HadoopPath) toAbsolutePath()).inside());
  }

  /** Without what names the file system. */
  String inside() {
    return (absolute ? HadoopFiles.SEPARATOR : "") + String.join(HadoopFiles.SEPARATOR, names);
  }

  private HadoopPath with(boolean itsAbsolute, List<String> its) {
    return new HadoopPath(files, itsAbsolute, its);
  }

  @Override
  public FileSystem getFileSystem() {
    return files;
  }

  @Override
  public boolean isAbsolute() {
    return absolute;
  }

  @Override
  public Path getRoot() {
    return absolute ? with(true, List.of()) : null;
  }

  @Override
  public Path getFileName() {
    return names.isEmpty() ? null : getName(names.size() - 1);
  }

  @Override
  public Path getParent() {
    boolean hasParent = names.size() > 1 || (absolute && names.size() == 1);
    return hasParent ? with(absolute, names.subList(0, names.size() - 1)) : null;
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return subpath(index, index + 1);
  }

  @Override
  public Path subpath(int from, int to) {
    if (from < 0 || to > names.size() || from >= to) {
      throw new IllegalArgumentException(this + " has no names from " + from + " to " + to);
    }
    return with(false, names.subList(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof HadoopPath its
        && files.equals(its.files)
        && absolute == its.absolute
        && its.names.size() <= names.size()
        && names.subList(0, its.names.size()).equals(its.names);
  }

  @Override
  public boolean endsWith(Path other) {
    if (!(other instanceof HadoopPath its) || !files.equals(its.files)) {
      return false;
    }
    int from = names.size() - its.names.size();
    return its.absolute
        ? equals(its)
        : from >= 0 && names.subList(from, names.size()).equals(its.names);
  }

  @Override
  public Path normalize() {
    if (!names.contains(".") && !names.contains("..")) {
      return this;
    }
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      boolean up = name.equals("..");
      if (up && !kept.isEmpty() && !kept.get(kept.size() - 1).equals("..")) {
        kept.remove(kept.size() - 1);
      } else if (!name.equals(".") && !(up && absolute)) {
        kept.add(name);
      }
    }
    return with(absolute, kept);
  }

  @Override
  public Path resolve(Path other) {
    HadoopPath its = of(other);
    if (its.absolute) {
      return its;
    }
    List<String> both = new ArrayList<>(names);
    both.addAll(its.names);
    return with(absolute, both);
  }

  @Override
  public Path relativize(Path other) {
    HadoopPath its = of(other);
    if (absolute != its.absolute || !files.equals(its.files)) {
      throw new IllegalArgumentException(other + " cannot be told from " + this);
    }
    int same = 0;
    while (same < Math.min(names.size(), its.names.size())
        && names.get(same).equals(its.names.get(same))) {
      same++;
    }
    List<String> way = new ArrayList<>();
    for (int i = same; i < names.size(); i++) {
      way.add("..");
    }
    way.addAll(its.names.subList(same, its.names.size()));
    return with(false, way);
  }

  @Override
  public URI toUri() {
    return hadoop().toUri();
  }

  /** A relative path is one from the root. */
  @Override
  public Path toAbsolutePath() {
    return absolute ? this : with(true, names);
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    HadoopProvider.INSTANCE.checkAccess(this);
    return toAbsolutePath().normalize();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException(this + " is not watched");
  }

  @Override
  public int compareTo(Path other) {
    return toString().compareTo(of(other).toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HadoopPath its
        && absolute == its.absolute
        && names.equals(its.names)
        && files.equals(its.files);
  }

  @Override
  public int hashCode() {
    return Objects.hash(files, absolute, names);
  }

  /** An absolute path as users write it, nothing in it escaped. */
  @Override
  public String toString() {
    return absolute ? files.prefix() + inside() : inside();
  }
}
